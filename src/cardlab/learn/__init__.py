"""Learning policies: evolution of vectors of numbers, Q-learning of tables and small networks.

Start with `learn.evolution.train`, or with `learn.qlearning`. What many trainings stored is read by `learn.stored`, ranked by
`learn.auditions` and drawn by `learn.curves`. Files with vectors are read and written by `core.vectorfile`, which agents use
too.
"""
