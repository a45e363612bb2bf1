# Source this in the project folder before running anything: `node` is then a suitable version.
own_node=$(node deploy/local/own-node.mjs) || exit 1
PATH=${own_node:+$own_node:}$PATH
# Processes share a compile cache: loading a service takes half the time.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}
export PATH NODE_COMPILE_CACHE
