"""The search tree: nodes in one block of memory, children as linked lists.

Node 0 is the root. Index 0 also means "no child" and "no sibling", as the root is neither. A child is known by the action that
leads to it and by the seat that makes it, because after an extra turn the mover is no function of the depth.
"""

import cython


class Tree:
    """A tree that grows without the GIL."""

    def __dealloc__(self):
        if cython.compiled:
            free(self.nodes)
            free(self.other)

    def _clear(self):
        """Leave a bare root."""
        if self.room == 0:
            self._reserve()
        self.n = 1
        self.nodes[0].action = -1
        self.nodes[0].reward = 0
        self.nodes[0].visits = 0
        self.nodes[0].available = 1
        self.nodes[0].mover = -1
        self.nodes[0].child = 0
        self.nodes[0].sibling = 0
        return 0

    def _reserve(self):
        """Make room for at least one node more."""
        room = 2 * self.room if self.room else 1024
        if cython.compiled:
            block = cython.cast(cython.pointer(Node), realloc(self.nodes, room * cython.sizeof(Node)))
            if block == cython.NULL:
                with cython.gil:
                    raise MemoryError("no memory for the search tree")
            self.nodes = block
        else:
            self.nodes = (self.nodes or []) + [Node() for _ in range(room - self.room)]
        self.room = room
        return 0

    def _add(self, parent, action, mover):
        """A new child, put in front of its siblings."""
        if self.n == self.room:
            self._reserve()
        new = self.n
        self.n += 1
        self.nodes[new].action = action
        self.nodes[new].reward = 0
        self.nodes[new].visits = 0
        self.nodes[new].available = 1
        self.nodes[new].mover = mover
        self.nodes[new].child = 0
        self.nodes[new].sibling = self.nodes[parent].child
        self.nodes[parent].child = new
        return new

    def _find(self, node, action, mover):
        """The child for an action, or 0."""
        child = self.nodes[node].child
        while child:
            if self.nodes[child].action == action and self.nodes[child].mover == mover:
                return child
            child = self.nodes[child].sibling
        return 0

    def _most_visited(self, node):
        """The child visited most, or 0."""
        best = 0
        child = self.nodes[node].child
        while child:
            if best == 0 or self.nodes[child].visits >= self.nodes[best].visits:
                best = child
            child = self.nodes[child].sibling
        return best

    def _reroot(self, node):
        """Keep only what hangs below `node`, which becomes the root."""
        self.nodes, self.other = self.other, self.nodes
        self.room, self.other_room = self.other_room, self.room
        self._clear_copy(node)
        at = 0
        while at < self.n:
            child = self.other[self.nodes[at].origin].child
            while child:
                self._copy_child(at, child)
                child = self.other[child].sibling
            at += 1
        return 0

    def _clear_copy(self, node):
        self._clear()
        self.nodes[0].visits = self.other[node].visits
        self.nodes[0].origin = node
        return 0

    def _copy_child(self, parent, old):
        new = self._add(parent, self.other[old].action, self.other[old].mover)
        self.nodes[new].reward = self.other[old].reward
        self.nodes[new].visits = self.other[old].visits
        self.nodes[new].available = self.other[old].available
        self.nodes[new].origin = old
        return 0
