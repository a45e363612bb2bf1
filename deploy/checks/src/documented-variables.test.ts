import { describe, expect, test } from 'vitest';
import { stackSettings } from '@evict/local';
import { readText } from './files.ts';
import { settingsOf } from './settings-of.ts';

const processes = [
  'services/attorney-gateway/src/main.ts',
  'services/case-worker/src/main.ts',
  'services/customer-gateway/src/main.ts',
  'services/outbox-worker/src/main.ts',
  'services/ops/src/main.ts case list',
  'services/public-gateway/src/main.ts',
  'services/tasks/src/main.ts database',
  'services/website/src/main.ts',
].map((command) => command.split(' '));

const read = new Set(
  (
    await Promise.all(
      processes.map(async ([file = '', ...rest]) => {
        const { reads } = await settingsOf([file, ...rest], /website/.test(file) ? {} : { DATABASE_URL: 'x' });
        return [...reads];
      }),
    )
  ).flat(),
);
const ofStack = Object.values(stackSettings);
const readme = rowsOf(readText('README.md'));
const deployment = rowsOf(readText('docs/deployment.md'));

/** Set by npm: the folder in which the command line was called. */
const setByNpm = 'INIT_CWD';

describe('the tables of variables', () => {
  test('have every variable that a process reads', () => {
    // The rows of the blob store name the variables of S3 in their text.
    const documented = (name: string) =>
      readme.has(name) || deployment.has(name) || name.startsWith('S3_') || name === setByNpm;
    expect(read.size).toBeGreaterThan(30);
    expect([...read].filter((name) => !documented(name))).toEqual([]);
    expect(ofStack.map(({ variable }) => variable).filter((name) => !documented(name))).toEqual([]);
  });

  test('have no variable that nothing reads', () => {
    const known = new Set([...read, ...ofStack.map(({ variable }) => variable)]);
    expect([...readme.keys(), ...deployment.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  test('have the defaults of the local stack', () => {
    const shown = ofStack.flatMap(({ variable, fallback }) => {
      const documented = readme.get(variable);
      return documented === undefined || documented === 'see below' ? [] : [{ variable, fallback, documented }];
    });
    expect(shown.length).toBeGreaterThan(20);
    for (const { variable, fallback, documented } of shown) {
      expect(`${variable} ${documented}`).toBe(`${variable} ${fallback === '' ? 'empty' : `\`${fallback}\``}`);
    }
  });
});

/** The variables of a page's tables, each with the cell that follows it. */
function rowsOf(page: string): Map<string, string> {
  const rows = [...page.matchAll(/^\| ((?:`[A-Z][A-Z\d_]+`(?:, )?)+)[^|]*\| ([^|]*)\|/gm)];
  return new Map(
    rows.flatMap(([, names = '', cell = '']) =>
      [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => [name, cell.trim()] as const),
    ),
  );
}
