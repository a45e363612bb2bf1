#!/bin/bash
# npm run rehearse -- containers [--own-engine]
# --own-engine installs Docker and builds every base image here, as root on Debian, if no image registry can be reached.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ "${1:-}" = --own-engine ]; then
  shift
  export STATE=${STATE:-/var/tmp/evict-containers}
  # Debian's docker takes precedence over any other.
  mkdir -p "$STATE/bin" && ln -sf /usr/bin/docker "$STATE/bin/docker" && PATH=$STATE/bin:$PATH
  "$here/without-registry/engine.sh" start
  trap '"$here/without-registry/engine.sh" stop' EXIT
  export DOCKER_HOST=unix://$STATE/docker.sock
  "$here/without-registry/bases.sh"
  export DOCKER_CONFIG=$STATE/config
fi
export DOCKER_BUILDKIT=1 # Docker 20.10 needs this
npx --no-install vitest run --config "$here/vitest.config.ts" "$@"
