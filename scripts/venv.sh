#!/usr/bin/env bash
# Make a virtual environment, or say what is missing. Usage: venv.sh PYTHON FOLDER
set -euo pipefail
python=$1
folder=$2

stop() {
    printf 'cardlab: %s\n' "$1" >&2
    exit 1
}

# Install a Debian package if that is possible without asking; else tell which one is needed.
need() {
    local what=$1 package=$2
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "cardlab: installing $package ($what is missing)"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"; } >/dev/null || stop "$package could not be installed"
    else
        stop "$what is missing. On Debian and Ubuntu: sudo apt install $package"
    fi
}

command -v "$python" >/dev/null || stop "there is no $python. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    stop "$("$python" --version) is too old: Python 3.11 or newer is needed. Name one: make PYTHON=python3.12"

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
ask() { "$python" -c "import os, sys, sysconfig; sys.exit(not ($1))"; }

"$python" -c 'import ensurepip, venv' 2>/dev/null || need "Python's venv module" "python$version-venv"
ask 'os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))' || need "Python's C headers" "python$version-dev"
command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null || need "a C compiler" gcc

echo "cardlab: setting up $folder with $("$python" --version); the first time this takes a minute or two"
rm -rf "$folder"
"$python" -m venv "$folder"
