import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { run } from './system.ts';

const page = new URL('../../../docs/containers.md', import.meta.url);
const [begin, end] = ['<!-- The last run, written by `npm run containers`. -->', '<!-- End of the last run. -->'];

/** What a run measures. A whole run writes it to docs/containers.md. */
export function figures() {
  const rows: [what: string, measured: string][] = [];
  return {
    /** Records how long something takes, in seconds, and returns its result. */
    measured: async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await work();
      rows.push([what, `${((performance.now() - start) / 1000).toFixed(1)} s`]);
      return result;
    },
    noted: (what: string, text: string) => void rows.push([what, text]),
    write: async (): Promise<void> => {
      const engine = (await run('docker', ['version', '--format', '{{.Server.Version}}'])).trim();
      const compose = (await run('docker', ['compose', 'version', '--short'])).trim();
      const commit = (await run('git', ['log', '-1', '--format=%h'])).trim();
      const day = new Date().toISOString().slice(0, 10);
      const memory = Math.round(totalmem() / 2 ** 30);
      const title = `${day}, commit ${commit}, Docker ${engine}, compose ${compose}, ${cpus().length} cores, ${memory} GiB:`;
      const table = rows.map(([what, text]) => `| ${what} | ${text} |`);
      const written = [begin, '', title, '', '| What | Measured |', '| --- | --- |', ...table, '', end].join('\n');
      const text = await readFile(page, 'utf8');
      const [before = ''] = text.split(begin);
      const [, after = ''] = text.split(end);
      await writeFile(page, `${before}${written}${after}`);
    },
  };
}
