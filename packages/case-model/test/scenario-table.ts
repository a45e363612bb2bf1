import { type Scenario, restingStates } from '../src/sandbox/scenarios/scenario.ts';
import type { State } from '../src/states.ts';

/** The scenarios by the states they start from, as a table of Markdown with columns of one width. */
export function scenarioTable(scenarios: Readonly<Record<string, Scenario>>): string {
  const byStates = new Map<string, string[]>();
  for (const [name, { from }] of Object.entries(scenarios))
    byStates.set(stateWords(from), [...(byStates.get(stateWords(from)) ?? []), name]);
  const table = [['From', 'Scenarios'], ...[...byStates].map(([from, names]) => [from, words(names)])];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const [head, ...body] = table.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function stateWords(states: readonly State[]): string {
  const others = restingStates.filter((state) => !states.includes(state));
  if (states.length <= others.length) return words(states);
  return others.length === 0 ? 'any open state after submit' : `any open state after submit but ${words(others)}`;
}

function words(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
