"""cardlab: the laboratory for card-game AI."""

import os as _os

if _os.environ.get("CARDLAB_PURE") == "1":
    from cardlab.core import pure as _pure

    _pure.install()
