import { type Scenario, restingStates } from '../src/sandbox/scenarios/scenario.ts';
import type { State } from '../src/states.ts';

/** The scenarios and what each shows, as a table of Markdown with columns of one width. */
export function scenarioTable(scenarios: Readonly<Record<string, Scenario>>): string {
  const rows = Object.entries(scenarios).map(([name, { description, from, events, message }]) => [
    words([name]),
    description,
    stateWords(from),
    events.length > 0 ? words([...new Set(events)]) : message === undefined ? 'none' : 'none; a note',
  ]);
  const table = [['Scenario', 'What happens', 'From', 'Events'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
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
