import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { helpOfCommand } from '../help.ts';
import { parse } from '../parse.ts';
import { groups } from './index.ts';

const names = Object.entries(groups).flatMap(([group, { commands }]) =>
  Object.keys(commands).map((command) => `${group} ${command}`),
);
const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
const onThePage = [...page.matchAll(/`ops ([\w-]+) ([\w-]+)( [^`]*)?`/g)].map(
  ([, group = '', command = '', rest = '']) => ({ name: `${group} ${command}`, args: words(rest) }),
);

test('every example on the page is right', () => {
  expect(onThePage.length).toBeGreaterThan(20);
  for (const { name, args } of onThePage)
    expect(() => parse(commandOf(name), args.map(withId), 'robin'), name).not.toThrow();
});

test.each(names)('the example in the help is right: %s', (name) => {
  const [command = '', ...args] = words(commandOf(name).example);
  expect(name.endsWith(` ${command}`)).toBe(true);
  expect(() => parse(commandOf(name), args, 'robin')).not.toThrow();
  expect(helpOfCommand(name, commandOf(name))).toContain(`ops -- ${name.split(' ')[0]} ${command}`);
});

function commandOf(name: string) {
  const [group = '', command = ''] = name.split(' ');
  const found = groups[group]?.commands[command];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** As a shell reads them. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

const ids: Readonly<Record<string, string>> = {
  $CASE: 'case',
  $ATTEMPT: 'att',
  $FILING: 'fil',
  $DEADLINE: 'ddl',
  $ATTORNEY: 'usr',
  $TOKEN: 'tok',
  $ORGANIZATION: 'org',
  $CHARGE: 'chg',
  $DELIVERY: 'whd',
  $LEAD: 'lead',
  $USER: 'usr',
};

function withId(word: string): string {
  const prefix = ids[word];
  return prefix === undefined ? word : `${prefix}_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11`;
}
