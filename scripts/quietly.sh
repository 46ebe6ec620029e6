#!/usr/bin/env bash
# Run a command whose messages only matter when it fails: they go to a log, whose end is then shown.
# Usage: quietly.sh LOG 'what is being done' COMMAND...
set -uo pipefail
log=$1 what=$2
shift 2
mkdir -p "$(dirname "$log")"
printf 'cardlab: %s\n' "$what"
printf '\n== %s\n$ %s\n' "$what" "$*" >>"$log"
"$@" >>"$log" 2>&1 || {
    code=$?
    tail -n 40 "$log" >&2
    printf 'cardlab: that failed (%s). All messages: %s\n' "$what" "$log" >&2
    exit "$code"
}
