#!/bin/bash
# engine.sh start | stop
# Runs a Docker engine from Debian's packages as root, separate from any other on the machine. It writes only to $STATE
# (default /var/tmp/evict-containers).
set -euo pipefail
STATE=${STATE:-/var/tmp/evict-containers}
case "${1:-}" in
  start)
    for command in dockerd debootstrap busybox; do
      command -v $command >/dev/null || apt-get install --yes --no-install-recommends docker.io debootstrap busybox-static
    done
    mkdir -p "$STATE"
    docker --host "unix://$STATE/docker.sock" info >/dev/null 2>&1 && exit 0
    setsid dockerd --host "unix://$STATE/docker.sock" --pidfile "$STATE/engine.pid" \
      --data-root "$STATE/data" --exec-root "$STATE/exec" >"$STATE/engine.log" 2>&1 </dev/null &
    for _ in $(seq 120); do
      docker --host "unix://$STATE/docker.sock" info >/dev/null 2>&1 && exit 0
      sleep 0.5
    done
    echo 'The engine does not respond:' >&2
    tail "$STATE/engine.log" >&2
    exit 1
    ;;
  stop)
    process=$(cat "$STATE/engine.pid")
    kill "$process"
    while kill -0 "$process" 2>/dev/null; do sleep 0.5; done
    ;;
  *)
    echo 'usage: engine.sh start | stop' >&2
    exit 2
    ;;
esac
