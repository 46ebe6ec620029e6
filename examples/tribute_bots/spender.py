"""A bot for Scripts of Tribute over its text protocol: plays all it has, buys the dearest card, attacks, and ends its turn."""

import json
import sys

ORDER = ("PLAY_CARD", "ACTIVATE_AGENT", "BUY_CARD", "ATTACK", "PATRON", "END_TURN")


def main() -> None:
    """Answer one message after another."""
    for line in sys.stdin:
        if line.startswith("FINISHED"):
            skip_to_end()
        elif line.startswith("{"):
            told = json.loads(line + skip_to_end())
            print(best(told["State"], told["Actions"]), flush=True)
        else:
            print(line.split(",")[0].split()[0], flush=True)


def skip_to_end() -> str:
    """The lines of a message up to its end."""
    lines = []
    for line in sys.stdin:
        if line.strip() == "EOT":
            break
        lines.append(line)
    return "".join(lines)


def best(state: dict, actions: list[str]) -> int:
    """The place of the move it likes best; the first answer to a choice."""
    if state["PendingChoice"]:
        return 0
    prices = {key(card["name"]): card["cost"] for card in state["TavernAvailableCards"]}
    rows = [(ORDER.index(text.split()[0]), -prices.get(text.split()[-1], 0), at) for at, text in enumerate(actions)]
    chosen = min(rows)[-1]
    if actions[chosen].startswith("BUY_CARD"):
        print("buys", actions[chosen].split()[-1], file=sys.stderr, flush=True)
    return chosen


def key(name: str) -> str:
    """A card as the actions name it."""
    return "".join(letter for letter in name.upper().replace(" ", "_") if letter.isalnum() or letter == "_")


main()
