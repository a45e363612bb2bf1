# Source this in the project folder before running anything, so that `node` is a version that the project supports.
own_node=$(node deploy/local/own-node.mjs) || exit 1
PATH=${own_node:+$own_node:}$PATH
# Processes share a compile cache, which halves their loading time.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}
export PATH NODE_COMPILE_CACHE
