import { expect, test } from 'vitest';
import { stackSettings } from '@evict/local';
import { readCompose, variablesOf } from './compose.ts';
import { readText } from './files.ts';
import { settingsOf } from './settings-of.ts';

const processes = [
  'services/agent-gateway/src/main.ts',
  'services/attorney-gateway/src/main.ts',
  'services/case-worker/src/main.ts',
  'services/customer-gateway/src/main.ts',
  'services/outbox-worker/src/main.ts',
  'services/ops/src/main.ts case list',
  'services/public-gateway/src/main.ts',
  'services/ops/src/main.ts deploy prepare',
  'services/website/src/main.ts',
].map((command) => command.split(' '));

const read = (
  await Promise.all(
    processes.map(async ([file = '', ...rest]) => {
      const { reads } = await settingsOf([file, ...rest], /website|agent/.test(file) ? {} : { DATABASE_URL: 'x' });
      return [...reads];
    }),
  )
).flat();
const ofStack = Object.values(stackSettings);
/** What is to be documented. npm sets INIT_CWD: the folder in which the command line was called. */
const known = new Set([...read, ...ofStack.map(({ variable }) => variable), ...variablesOf(readCompose())]);
known.delete('INIT_CWD');

const page = readText('.env.example');
/** Each variable with the comment above it; the lines of those that docker compose does not set begin with `#`. */
const documented = [...page.matchAll(/^# (.+)\n(?:# )?([A-Z][A-Z\d_]+)=(.*)$/gm)].map(
  ([, comment = '', name = '', value = '']) => ({ comment, name, value }),
);

test('.env.example has every variable that a process reads, each once, and no other', () => {
  expect(read.length).toBeGreaterThan(30);
  expect(documented.map(({ name }) => name).sort()).toEqual([...known].sort());
});

test('each variable has a comment of its own', () => {
  const lines = [...page.matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  expect(documented.map(({ name }) => name)).toEqual(lines);
});

test('the defaults of the local stack are the values, or stand in brackets behind the comment', () => {
  const shown = new Map(
    documented.map(({ name, comment, value }) => [name, /\[(.*)\]$/.exec(comment)?.[1] ?? (value || 'empty')]),
  );
  for (const { variable, fallback } of ofStack)
    expect(`${variable} ${shown.get(variable)}`).toBe(`${variable} ${fallback || 'empty'}`);
});
