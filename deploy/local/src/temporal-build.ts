import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheFolder, type Env } from './cache-folder.ts';
import { CannotStart } from './cannot-start.ts';
import { goCommand, GoMissing } from './go.ts';
import { withLock } from './lock.ts';
import { temporalFolder } from './template.ts';

export interface TemporalBinaries {
  server: string;
  sqlTool: string;
  web: string;
  /** A hash of everything that they are built from. */
  buildId: string;
}

/** In build order: the server, with our authorizer, compiles most of what the others need. */
const TOOLS = [
  { file: 'temporal-server', title: 'Temporal server', from: './server' },
  { file: 'temporal-sql-tool', title: 'Temporal SQL tool', from: 'go.temporal.io/server/cmd/tools/sql' },
  { file: 'temporal-ui-server', title: 'Temporal Web', from: 'github.com/temporalio/ui-server/v2/cmd/server' },
] as const;
/** Omits symbol tables: a third less disk space, and faster linking. */
const FLAGS = ['-ldflags=-s -w'];

/**
 * The pinned Temporal programs, built if this machine does not have them yet, which takes minutes the first time;
 * `progress` gets a line now and then. Concurrent callers build once. Throws CannotStart if there is no Go and none can be
 * fetched.
 */
export async function temporalBinaries(env: Env, progress: (line: string) => void): Promise<TemporalBinaries> {
  const buildId = await idOfBuild();
  const cache = cacheFolder(env);
  const dir = join(cache, `temporal-${buildId}`);
  if (!existsSync(dir)) {
    await mkdir(cache, { recursive: true });
    await withLock(
      `${dir}.lock`,
      () => progress('Waiting for another build of Temporal …'),
      async () => {
        if (!existsSync(dir)) await build(dir, env, progress);
      },
    );
  }
  const [server, sqlTool, web] = TOOLS.map(({ file }) => join(dir, file)) as [string, string, string];
  return { server, sqlTool, web, buildId };
}

/** A hash of the pinned modules and our own sources, by which finished builds are found without Go. */
async function idOfBuild(): Promise<string> {
  const own = (await readdir(join(temporalFolder, 'server'))).filter((file) => file.endsWith('.go')).sort();
  const files = ['go.mod', 'go.sum', ...own.map((file) => join('server', file))];
  const contents = await Promise.all(files.map((file) => readFile(join(temporalFolder, file))));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${FLAGS.join(' ')}`);
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 16);
}

async function build(dir: string, env: Env, progress: (line: string) => void): Promise<void> {
  const go = await goCommand(env, progress).catch(async (error: unknown) => {
    throw error instanceof GoMissing ? new CannotStart(await unavailable(error.message)) : error;
  });
  // Under the lock every unfinished build is one that was interrupted.
  for (const name of await readdir(dirname(dir))) {
    if (name.startsWith(`${basename(dir)}.new-`)) await rm(join(dirname(dir), name), { recursive: true });
  }
  const unfinished = await mkdtemp(`${dir}.new-`);
  try {
    const started = Date.now();
    for (const [index, tool] of TOOLS.entries()) {
      await buildOne(go, tool, unfinished, (state) =>
        progress(`[${index + 1}/${TOOLS.length}] ${tool.title}, ${elapsed(started)}: ${state}`),
      );
    }
    await rename(unfinished, dir);
    progress(`Temporal is built (${elapsed(started)}).`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function unavailable(found: string): Promise<string> {
  const needed = /^go (\S+)$/m.exec(await readFile(join(temporalFolder, 'go.mod'), 'utf8'))?.[1] ?? '';
  return [
    `Temporal cannot be built: ${found}`,
    'Do one of these:',
    `  install Go ${needed} or later (https://go.dev/dl), which builds the pinned Temporal server once;`,
    '  install Python 3.8 or later with its venv module, which fetches a pinned Go;',
    '  set TEMPORAL_ADDRESS to the host:port of a Temporal server, 1.32 or later, that allows time skipping',
    '  (deploy/temporal/dynamic.yaml has the settings).',
  ].join('\n');
}

async function buildOne(
  command: string,
  tool: (typeof TOOLS)[number],
  target: string,
  progress: (state: string) => void,
): Promise<void> {
  const total = await countPackages(command, tool.from, progress);
  const args = ['build', '-v', ...FLAGS, '-o', join(target, tool.file), tool.from];
  const go = spawn(command, args, { cwd: temporalFolder, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<number | null>((resolve, reject) => go.once('error', reject).once('close', resolve));
  let compiled = 0;
  let last = 'starting';
  let log: string[] = [];
  const state = () => `${compiled} of at most ${total} packages compiled, ${last}`;
  const ticker = setInterval(() => progress(state()), 5000);
  const abort = () => go.kill();
  process.once('exit', abort);
  try {
    // -v names each package that is compiled; what the build cache already holds is not named.
    for await (const line of createInterface(go.stderr)) {
      log = [...log.slice(-30), line];
      if (/^[\w.-]+(\/\S+)*$/.test(line)) {
        compiled += 1;
        last = `now ${line}`;
      }
    }
    const code = await gone;
    if (code !== 0) throw new Error(`go build of ${tool.from} ended with ${code}:\n${log.join('\n')}`);
  } finally {
    clearInterval(ticker);
    process.off('exit', abort);
  }
  progress('done');
}

/** How many packages a program is made of. Also fetches the modules, which go reports one by one. */
async function countPackages(command: string, from: string, progress: (state: string) => void): Promise<number> {
  const list = spawn(command, ['list', '-deps', from], { cwd: temporalFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = new Promise<number | null>((resolve, reject) => list.once('error', reject).once('close', resolve));
  let modules = 0;
  let complaint = '';
  const ticker = setInterval(() => progress(`${modules} modules fetched`), 5000);
  createInterface(list.stderr).on('line', (line) => {
    if (line.startsWith('go: downloading')) modules += 1;
    else complaint += `${line}\n`;
  });
  try {
    let packages = 0;
    for await (const _line of createInterface(list.stdout)) packages += 1;
    if ((await gone) !== 0) throw new Error(`The modules of ${from} could not be fetched:\n${complaint}`);
    return packages;
  } finally {
    clearInterval(ticker);
  }
}

function elapsed(since: number): string {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
