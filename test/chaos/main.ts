/**
 * `npm run chaos`: the faults, then the hostile tenants, each in its own process. `--faults` or `--isolation`, or
 * an option that only one of them has, plays that one alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const parts = [
  { name: '--faults', file: 'run.ts', option: '--seed' },
  { name: '--isolation', file: '../isolation/run.ts', option: '--only' },
] as const;

const given = process.argv.slice(3);
const named = parts.filter(({ name, option }) => given.includes(name) || given.some((arg) => arg.startsWith(option)));
const rest = given.filter((arg) => !parts.some(({ name }) => name === arg));

let worst = 0;
for (const { file } of named.length > 0 ? named : parts) worst = Math.max(worst, await run(file));
process.exit(worst);

async function run(file: string): Promise<number> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program, ...rest], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return code ?? 1;
}
