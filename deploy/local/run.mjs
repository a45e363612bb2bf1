/**
 * The entry point for npm: `node run.mjs <command> [arguments]`, on the Node that own-node.sh has chosen. It sets up
 * what is missing, then runs the command in this same process, so that a signal to npm's script reaches the command. It
 * has no dependencies, because it runs before they are installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './src/lock.ts';

const PNPM = 'pnpm@12.21.0';
const root = new URL('../../', import.meta.url);
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, root));

/** The program of each command. */
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

/** The sources from which the API clients are generated. */
const INTERFACE = [
  'packages/{contract,case-model,jurisdictions}/src/**/*.ts',
  'packages/client/src/generate/*.ts',
  'packages/{client,client-python}/src/**/generated/*',
];

const command = process.argv[2];
if (command === undefined || !Object.hasOwn(COMMANDS, command)) {
  fail(`usage: npm run ${Object.keys(COMMANDS).join(' | ')}`);
}
process.env.INIT_CWD ??= process.cwd(); // as npm says it: paths that are given as arguments begin there
process.chdir(at('.'));
// Two commands started at once must not install over each other.
await withLock(at('.setup.lock'), () => {}, setUp);
await COMMANDS[command]();

/** Installs the dependencies and generates the clients again, but only if their inputs have changed. */
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
    // Generating needs no engine, but the program looks for one and would download it. Any existing program satisfies
    // it. The second setting disables the check for newer versions.
    const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
    await run(process.execPath, [prisma, 'generate'], env);
  }
  const interfaces = () => hash(dependencies, ...globSync(INTERFACE, { cwd: at('.') }).sort());
  if (before.interfaces !== interfaces()) await load('packages/client/src/generate/main.ts');
  writeFileSync(stamps, JSON.stringify({ dependencies, client, interfaces: interfaces() }));
}

/** A hash of the texts. A text that names a file stands for the file's content. */
function hash(...texts) {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(existsSync(at(text)) ? readFileSync(at(text)) : text).update('\0');
  return sum.digest('hex');
}

/** Runs a program to its end and forwards signals. Exits if it fails. */
async function run(file, args, env) {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (...how) => resolve(how));
  });
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (signal !== null) fail(`${file} was ended by ${signal}`);
  if (code !== 0) fail(`${[file, ...args].join(' ')} ended with ${code}`);
}

/** Runs in this process, so that no wrapper stands between it and the signals. */
async function load(file) {
  await import(new URL(file, root).href);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
