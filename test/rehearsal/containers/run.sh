#!/bin/bash
# npm run rehearse -- containers [--own-engine]
# --own-engine: as root on Debian, where no registry of images is reached. Docker and every base image are made here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ "${1:-}" = --own-engine ]; then
  shift
  export STATE=${STATE:-/var/tmp/evict-containers}
  # Debian's docker before any other.
  mkdir -p "$STATE/bin" && ln -sf /usr/bin/docker "$STATE/bin/docker" && PATH=$STATE/bin:$PATH
  "$here/without-registry/engine.sh" start
  trap '"$here/without-registry/engine.sh" stop' EXIT
  export DOCKER_HOST=unix://$STATE/docker.sock
  "$here/without-registry/bases.sh"
  export DOCKER_CONFIG=$STATE/config
fi
export DOCKER_BUILDKIT=1 # Docker 20.10 asks for it
npx --no-install vitest run --config "$here/vitest.config.ts" "$@"
