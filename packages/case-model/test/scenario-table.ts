import { type Scenario, restingStates } from '../src/sandbox/scenarios/scenario.ts';
import type { State } from '../src/states.ts';

/** Returns two Markdown tables of the scenarios: by the states they start from, and by the events they show. */
export function scenarioTables(scenarios: Readonly<Record<string, Scenario>>): string {
  const all = Object.entries(scenarios);
  const byStates = grouped(all.map(([name, { from }]) => [stateWords(from), name]));
  const byEvent = grouped(
    all.flatMap(([name, scenario]) => shownBy(scenario).map((shown) => [`\`${shown}\``, name] as const)),
  );
  return [tableOf(['From', 'Scenarios'], byStates), tableOf(['Event or message', 'Shown by'], byEvent)].join('\n\n');
}

/** Returns a scenario's events, or the message that it sends if it has no events. */
function shownBy({ events, message, charge }: Scenario): readonly string[] {
  if (events.length > 0) return events;
  if (charge) return ['case.charge_changed'];
  return [message ? 'case.note_added' : 'case.fact_recorded'];
}

function grouped(pairs: readonly (readonly [string, string])[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const [key, name] of pairs) groups.set(key, [...(groups.get(key) ?? []), name]);
  return [...groups].map(([key, names]) => [key, words(names)]);
}

/** Returns a Markdown table whose cells are padded to the width of their column. */
function tableOf(head: readonly string[], body: readonly string[][]): string {
  const table = [head, ...body];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const [first, ...rest] = table.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [first, lineOf(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
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
