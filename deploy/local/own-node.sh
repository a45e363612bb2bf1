# To be sourced at the top of the project, before anything of it runs: `node` is then one that it runs on.
own_node=$(node deploy/local/own-node.mjs) || exit 1
PATH=${own_node:+$own_node:}$PATH
# What V8 has compiled is kept from process to process: loading a service takes half the time.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node}
export PATH NODE_COMPILE_CACHE
