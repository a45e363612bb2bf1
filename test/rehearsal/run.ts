/**
 * `npm run rehearse -- [scenario ...] [options]` runs what a release must pass beyond `npm test`. Without a name it
 * runs every scenario, each in its own process. It prints the findings, writes them as JSON, and exits with 1 if there
 * is a fault.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scenarios } from './scenarios.ts';
import { keep, type Options, print } from './support/outcome.ts';

const usage = `usage: npm run rehearse -- [scenario ...] [options]
  --short            run the smallest form of each scenario
  --only PART[,PART] bench, isolation, conformance, papers: run only parts whose names contain one of these
  --seed NUMBER      chaos: repeat the choices of an earlier run
  --commands NUMBER  chaos: continue until this many commands are acknowledged
  --rounds NUMBER    bench: the number of rounds of each comparison (default 5)
  --cases NUMBER     bench: the number of cases that \`open-cases\` opens (default 5000)
                     restore: the number of cases that are restored (default 130)
  --minutes NUMBER   bench: the time after which \`open-cases\` stops opening cases
  --own-engine       containers: build the engine and the images without a registry, as root on Debian
  --json FOLDER      write <scenario>.json to this folder (default: rehearsal in DATA_DIR)

${Object.entries(scenarios)
  .map(([name, { about, needs, takes }]) => `  ${name.padEnd(12)} ${about}; ${takes}${needs ? `; needs ${needs}` : ''}`)
  .join('\n')}`;

const args = process.argv.slice(3);
const { chosen, folder, names } = readArguments();
if (names.length > 1) {
  let worst = 0;
  for (const name of names) worst = Math.max(worst, await runApart(name));
  process.exit(worst);
}
for (const name of names) {
  const { run } = await scenarios[name]!.load();
  const outcome = await run(chosen);
  print(outcome);
  const file = resolve(folder, `${name}.json`);
  await keep(file, name, outcome);
  console.log(file);
  process.exit(outcome.faults.length > 0 ? 1 : 0);
}

/** Runs a scenario in its own process. Resolves to the exit code. */
async function runApart(name: string): Promise<number> {
  console.log(`\n${name}`);
  const others = new Set(names.filter((one) => one !== name));
  const own = [name, ...args.filter((arg) => arg !== name && !others.has(arg))];
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'rehearse', ...own], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', forward).off('SIGTERM', forward);
  return code ?? 1;
}

function readArguments(): { chosen: Options; folder: string; names: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        seed: { type: 'string' },
        commands: { type: 'string' },
        rounds: { type: 'string' },
        cases: { type: 'string' },
        minutes: { type: 'string' },
        'own-engine': { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    const unknown = positionals.filter((name) => !Object.hasOwn(scenarios, name));
    if (unknown.length > 0) throw new Error(`unknown scenario: ${unknown.join(', ')}`);
    const numberOf = (name: 'seed' | 'commands' | 'rounds' | 'cases' | 'minutes') => {
      const value = values[name];
      if (value === undefined) return null;
      if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number`);
      return Number(value);
    };
    const given = {
      env: process.env,
      short: values.short,
      only: values.only === '' ? [] : values.only.split(','),
      seed: numberOf('seed') ?? randomInt(2 ** 31),
      commands: numberOf('commands'),
      rounds: numberOf('rounds'),
      cases: numberOf('cases'),
      minutes: numberOf('minutes'),
      ownEngine: values['own-engine'],
    };
    const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
    // Given paths are relative to the folder where npm was called.
    const from = process.env['INIT_CWD'] ?? process.cwd();
    return {
      chosen: given,
      folder: values.json === undefined ? resolve(dataDir, 'rehearsal') : resolve(from, values.json),
      names: positionals.length > 0 ? positionals : Object.keys(scenarios),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
