#!/usr/bin/env bash
# A tour in five commands. Usage: demo.sh FOLDER_OF_THE_PROGRAM
set -euo pipefail
bin=$1
place=build/demo
rm -rf "$place"

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
run() {
    printf '\033[2m$ cardlab %s\033[0m\n' "$*"
    "$bin/cardlab" "$@"
}

say 'What can be played, and by whom?'
run games

say 'Is tree search better than always playing the lowest card? 300 games, every deal from both seats.'
run match castle ismcts:400 lowest -n 300 --seed 7 --save-replays "$place/replays" --run-file "$place/run"

say 'Each game can be looked at again. This is how the first one began, and what decided it:'
run replay "$place/replays/game-000000.json" --text >"$place/game.txt"
head -n 13 "$place/game.txt"
echo '   ...'
sed -n '/^Turning points/,$p' "$place/game.txt"

say 'Does it help a search to ask a model that learned from games? 200 games at equal iterations.'
run match castle e-ismcts:400 ismcts:400 -n 200 --seed 7

say 'Another game, with a draft: does it help to plan the whole turn? 200 games of Legends of Code and Magic.'
run match locm beam greedy,draft=closetai -n 200 --seed 7

say 'What to try next'
cat <<'NEXT'
  make build                                                  compile the other games, too
  source .venv/bin/activate
  cardlab play castle --vs ismcts:3200                        play it yourself, with hints
  cardlab watch castle ismcts:3200 lowest                     watch two agents think
  cardlab replay build/demo/replays/game-000001.json          step through a game of this match
  cardlab tournament castle ismcts:400 flat:400 lowest random all against all, with ratings
  cardlab play locm --vs champion                             the other game, against its strongest player
  cardlab match locm "cmd:python examples/locm_bots/baseline2.py" greedy -n 20
                                                              a program of its own as a player
  cardlab match castle python:examples/first_agent.py:Saver random
                                                              your own agent
  make all                                                    what data, models and evolution need, for the rest
  cardlab collect castle ismcts:400 lowest -n 2000 --to rows.parquet
  cardlab train castle --model forest --data rows.parquet --out mine.onnx
  cardlab match castle e-ismcts:800,evaluator=mine.onnx,depth=40 lowest
                                                              a model of your own in the search
  cardlab reproduce castle                                    a published study, its numbers beside ours
  cardlab evolve locm --player greedy --budget 200000         find a draft
NEXT
