/**
 * The entry point of the npm scripts: `node run.mjs <command> [arguments]`, on the Node that own-node.sh has chosen.
 * Installs and generates what is missing, then runs the command in this process, so that npm's signals reach the
 * command. It has no dependencies, because it runs before they are installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './src/lock.ts';

const PNPM = 'pnpm@12.21.0';
const root = new URL('../../', import.meta.url);
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, root));

const COMMANDS = {
  setup: () => load('deploy/local/src/setup.ts'),
  start: () => load('deploy/local/src/start.ts'),
  demo: () => load('deploy/local/src/demo/main.ts'),
  rehearse: () => load('test/rehearsal/run.ts'),
  ops: () => load('deploy/local/src/ops.ts'),
  cli: () => {
    process.argv.splice(2, 1);
    process.chdir(process.env.INIT_CWD ?? '.');
    return load('packages/cli/src/main.ts');
  },
  test: async () => {
    await load('deploy/local/src/setup.ts');
    const vitest = at('node_modules/vitest/vitest.mjs');
    process.argv = [process.execPath, vitest, 'run', ...process.argv.slice(3)];
    await import(pathToFileURL(vitest).href);
  },
};

/** The files that decide whether the API clients are current: their sources, and the generated files. */
const INTERFACE = [
  'packages/{contract,case-model,jurisdictions}/src/**/*.ts',
  'packages/client/src/generate/*.ts',
  'packages/{client,client-python}/src/**/generated/*',
];

const command = process.argv[2];
if (command === undefined || !Object.hasOwn(COMMANDS, command)) {
  fail(`usage: npm run ${Object.keys(COMMANDS).join(' | ')}`);
}
process.env.INIT_CWD ??= process.cwd(); // as npm does: the folder that relative paths in the arguments refer to
process.chdir(at('.'));
// Two commands that are started at once must not install at the same time.
await withLock(at('.setup.lock'), () => {}, setUp);
await COMMANDS[command]();

/**
 * Installs the dependencies and generates the database client and the API clients, but only if their inputs have
 * changed.
 */
async function setUp() {
  const stamps = at('node_modules/.set-up.json');
  const before = existsSync(stamps) ? JSON.parse(readFileSync(stamps, 'utf8')) : {};
  const dependencies = hash(PNPM, process.version, process.platform, process.arch, 'pnpm-lock.yaml');
  const client = hash(dependencies, 'prisma/schema.prisma', 'prisma.config.ts');
  if (before.dependencies !== dependencies) {
    console.log(`Installing the dependencies (${PNPM}) …`);
    await run('npx', ['--yes', PNPM, 'install', '--frozen-lockfile'], {});
  }
  if (before.client !== client || !existsSync(at('packages/store/src/generated/client.ts'))) {
    console.log('Generating the database client …');
    const prisma = at('node_modules/prisma/build/index.js');
    // Prisma doesn't need its schema engine for this, but would download it unless this variable contains the path of
    // an existing program. CHECKPOINT_DISABLE turns off the check for newer versions.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
    await run(process.execPath, [prisma, 'generate'], env);
  }
  const interfaces = () => hash(dependencies, ...globSync(INTERFACE, { cwd: at('.') }).sort());
  if (before.interfaces !== interfaces()) await load('packages/client/src/generate/main.ts');
  writeFileSync(stamps, JSON.stringify({ dependencies, client, interfaces: interfaces() }));
}

/** Hashes the arguments. An argument that is the path of a file stands for the file's content. */
function hash(...texts) {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(existsSync(at(text)) ? readFileSync(at(text)) : text).update('\0');
  return sum.digest('hex');
}

/** Runs another program and forwards signals to it. Exits this process if that program fails. */
async function run(file, args, env) {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (...how) => resolve(how));
  });
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (signal !== null) fail(`${file} was killed by ${signal}`);
  if (code !== 0) fail(`${[file, ...args].join(' ')} exited with code ${code}`);
}

/** Runs a file in this process, so that signals reach it directly. */
async function load(file) {
  await import(new URL(file, root).href);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
