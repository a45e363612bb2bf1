import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The environment that loads the profiler into every process of a stack; each writes into the folder when it ends. */
export function profiled(folder: string): NodeJS.ProcessEnv {
  const profiler = new URL('profiler.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import ${profiler}`, BENCH_PROFILES: folder };
}

/** A span of time, in epoch milliseconds. */
export interface Span {
  name: string;
  from: number;
  to: number;
}

/** Prints the CPU time of the processes of a stack in each span, by package and by function. */
export function printCosts(folder: string, spans: readonly Span[]): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
    for (const span of spans) printSpan(file.replace('.cpuprofile', ''), profile, span);
  }
}

interface Profile {
  nodes: readonly { id: number; callFrame: CallFrame; children?: readonly number[] }[];
  /** Microseconds of the profile's own clock. */
  startTime: number;
  samples: readonly number[];
  timeDeltas: readonly number[];
  startedAt: number;
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

const shown = 14;

function printSpan(process: string, profile: Profile, { name, from, to }: Span): void {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const self = new Map<string, number>();
  const whole = new Map<string, number>();
  let busy = 0;
  let at = profile.startedAt;
  for (const [index, sample] of profile.samples.entries()) {
    const ms = (profile.timeDeltas[index] ?? 0) / 1000;
    at += ms;
    const frame = frames.get(sample);
    if (!frame || at < from || at > to || frame.functionName === '(idle)') continue;
    busy += ms;
    add(self, placeOf(frame), ms);
    for (const one of ancestors(sample, frames, parents)) add(whole, one, ms);
  }
  if (busy < 100) return;
  console.log(`\n${process} during ${name}: ${(busy / (to - from)).toFixed(2)} processors`);
  printShares('by itself', self, busy);
  printShares('with what it calls', whole, busy);
}

/** The distinct functions on the stack of a sample. */
function ancestors(
  sample: number,
  frames: ReadonlyMap<number, CallFrame>,
  parents: ReadonlyMap<number, number>,
): Set<string> {
  const names = new Set<string>();
  for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
    const frame = frames.get(id);
    if (frame && frame.url !== '' && !frame.url.startsWith('node:'))
      names.add(`${frame.functionName || '(anonymous)'} ${fileOf(frame.url)}:${frame.lineNumber + 1}`);
  }
  return names;
}

function printShares(title: string, times: ReadonlyMap<string, number>, all: number): void {
  console.log(`  ${title}`);
  const largest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, shown);
  for (const [name, ms] of largest) console.log(`    ${((ms / all) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** The package of a function; its own name if it has none, such as garbage collection. */
function placeOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName;
  const file = fileOf(url);
  return /^(?:node:[^/]+|[^/]+\/[^/]+)/.exec(file)?.[0] ?? file;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package of a file, and its path there. */
function fileOf(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const dependency = path.lastIndexOf('/node_modules/');
  if (dependency >= 0) return path.slice(dependency + 1);
  return path.replace(root, '');
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
