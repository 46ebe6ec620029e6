"""A bot for every game, in Python: it reads lines of JSON and answers each decision with an index into the legal actions.

cardlab match castle "json:python examples/json_bots/any_game.py" random -n 20
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("playing", message["game"], "on seat", message["seat"], file=sys.stderr)
    elif message["type"] == "decide":
        legal = message["legal"]  # such as [{"action": 16777220, "text": "play 2"}, …]
        index = message["decision"] * 7919 % len(legal)  # your idea goes here
        print(json.dumps({"index": index}), flush=True)
    elif message["type"] == "over":
        print("it ended by", message["reason"], "with the scores", message["scores"], file=sys.stderr)
