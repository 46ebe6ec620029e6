#!/usr/bin/env bash
# Install the database servers that the tests start for themselves: PostgreSQL and MariaDB. No service is started or left behind.
set -euo pipefail
shopt -s nullglob

say() { printf 'cardlab: %s\n' "$1"; }

has() { PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$1" >/dev/null; }

has_postgres() {
    local found=(/usr/lib/postgresql/*/bin/postgres)
    has postgres || [ ${#found[@]} -gt 0 ]
}

missing=()
has_postgres || missing+=(postgresql)
has mariadbd && has mariadb-install-db && has my_print_defaults || missing+=(mariadb-server-core mariadb-client-core)
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    say "tests with database servers are left out: install PostgreSQL and MariaDB to run them (missing: ${missing[*]})"
    exit 0
fi
if [ "$(id -u)" = 0 ]; then
    as_root=()
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
else
    say "tests with database servers are left out. To run them: sudo apt-get install ${missing[*]}"
    exit 0
fi

log=$(mktemp)
policy=/usr/sbin/policy-rc.d
cluster=/etc/postgresql-common/createcluster.conf
own_policy=no
own_cluster=no

clean_up() {
    [ $own_policy = no ] || "${as_root[@]}" rm -f "$policy"
    [ $own_cluster = no ] || "${as_root[@]}" sed -i '/^create_main_cluster = false # cardlab$/d' "$cluster"
    rm -f "$log"
}
trap clean_up EXIT

run() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" >>"$log" 2>&1 || {
        say "$* failed:" >&2
        tail -n 20 "$log" >&2
        exit 1
    }
}

install() { run apt-get install -y -qq --no-install-recommends "$@"; }

# Packages ask this file whether they may start what they install.
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
    "${as_root[@]}" chmod 755 "$policy"
    own_policy=yes
fi

say "installing ${missing[*]} for the tests; no service is started"
run apt-get update -qq
case " ${missing[*]} " in *" postgresql "*)
    install postgresql-common
    if [ -e "$cluster" ]; then
        echo 'create_main_cluster = false # cardlab' | "${as_root[@]}" tee -a "$cluster" >/dev/null
        own_cluster=yes
    fi
    ;;
esac
install "${missing[@]}"
