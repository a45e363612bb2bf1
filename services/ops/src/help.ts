import { type Command, type Fields, type Group, isFlag, isOptional } from './definition.ts';
import { commonFields, labelOf } from './parse.ts';

const program = 'npm run -s ops --';

/** The groups and their commands. */
export function helpOfAll(groups: Readonly<Record<string, Group>>): string {
  return [
    'The command line of the operators.',
    '',
    `Usage: ${program} <group> <command> [options]`,
    ...Object.entries(groups).flatMap(([name, group]) => ['', ...linesOfGroup(name, group)]),
    '',
    'Every command takes --help, --json and --operator NAME.',
    'Exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 the database or Temporal cannot be reached, 4 evidence is broken.',
  ].join('\n');
}

export function helpOfGroup(name: string, group: Group): string {
  return [`Usage: ${program} ${name} <command> [options]`, '', ...linesOfGroup(name, group)].join('\n');
}

export function helpOfCommand(name: string, command: Command): string {
  const { fields, positionals = [], summary, example } = command;
  const all: Fields = { ...fields, ...commonFields };
  const lines = Object.entries(all).map(([field, { value, help, many }]) => {
    const label = labelOf(field, { fields: all, positionals });
    const shown = positionals.includes(field) || value === undefined ? label : `${label} ${value}`;
    return [shown, many ? `${help} (may be repeated)` : help] as const;
  });
  return [
    summary,
    '',
    usageOf(name, command),
    '',
    ...aligned(lines),
    '',
    `Example: ${program} ${name.split(' ')[0]} ${example}`,
  ].join('\n');
}

/** One line: positional arguments, then required options, then optional ones. */
export function usageOf(name: string, { fields, positionals = [] }: Command): string {
  const byPosition = positionals.map((field) => labelOf(field, { fields, positionals }));
  const byName = Object.entries(fields)
    .filter(([field]) => !positionals.includes(field))
    .map(([field, definition]) => {
      const text = isFlag(definition) ? `--${field}` : `--${field} ${definition.value}`;
      return isOptional(definition) ? `[${text}]${definition.many ? '...' : ''}` : text;
    });
  return ['Usage:', program, name, ...byPosition, ...byName].join(' ');
}

function linesOfGroup(name: string, { summary, commands }: Group): string[] {
  const lines = Object.entries(commands).map(([command, definition]) => [command, definition.summary] as const);
  return [`${name}: ${summary}`, ...aligned(lines)];
}

function aligned(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
