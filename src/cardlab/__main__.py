"""``python -m cardlab``: the program `cardlab`."""

from cardlab.cli import main

if __name__ == "__main__":
    main()
