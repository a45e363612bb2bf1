import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rehearsal } from './rehearse.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const resultsFile = pathOf('results.json');
const page = pathOf('../../../docs/alerts-tried.md');
const [begin, end] = ['<!-- results -->', '<!-- end of results -->'];

export function readResults(): Rehearsal[] {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Rehearsal[];
}

/** Replaces the results of the same alerts, and writes all of them into the page, in the order of the rules. */
export function keepResults(results: readonly Rehearsal[], order: readonly string[]): void {
  const kept = new Map([...readResults(), ...results].map((result) => [result.alert, result]));
  const all = order.flatMap((alert) => kept.get(alert) ?? []);
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  const text = readFileSync(page, 'utf8');
  const [before = ''] = text.split(begin);
  const after = text.slice(text.indexOf(end));
  writeFileSync(page, `${before}${begin}\n\n${tableOf(all)}\n\n${after}`);
  spawnSync('npx', ['--no-install', 'oxfmt', page, resultsFile]);
}

/** As Markdown. */
export function tableOf(results: readonly Rehearsal[]): string {
  const rows = results.map((result) => [
    `\`${result.alert}\``,
    result.what,
    result.on,
    `${result.factor}`,
    `${result.firedAfter} s`,
    `${result.mailedAfter} s`,
    `${result.resolvedAfter} s`,
    result.summary,
    result.alsoFired?.map((name) => `\`${name}\``).join(', ') ?? '—',
  ]);
  const heading = ['Alert', 'What was done', 'On', 'Factor', 'Fired', 'Mailed', 'Ended', 'What it said', 'Also fired'];
  return [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
