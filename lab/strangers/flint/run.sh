#!/bin/sh
# Builds the gateway where it is not up to date, and becomes it.
set -eu
cd "$(dirname "$0")"
command -v go >/dev/null || { echo 'flint needs Go (Debian: apt install golang-go).' >&2; exit 1; }
program="${TMPDIR:-/tmp}/tollwright-flint"
go build -o "$program" .
exec "$program" "$@"
