import { existsSync, globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathOf, readText } from './files.ts';

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/client/README.md',
  'packages/client-python/README.md',
  'prisma/README.md',
  ...readdirSync(pathOf('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((name) => ({ name, text: readText(name) }));

test.each(pages)('$name links to pages and files that exist', ({ name, text }) => {
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
  const local = links.filter((link) => !/^(https?|mailto):/.test(link));
  expect(local.filter((link) => !existsSync(pathOf(join(dirname(name), link))))).toEqual([]);
});

test.each(pages)('$name names files and folders that exist', ({ text }) => {
  const named = [...text.matchAll(/`((?:packages|services|workflows|deploy|test|tools|prisma|docs)\/[\w./*-]+)`/g)];
  const paths = [...new Set(named.map(([, path = '']) => path))];
  expect(paths.filter((path) => globSync(path, { cwd: pathOf('.') }).length === 0)).toEqual([]);
});

test('each claim of SECURITY.md names what proves it: tests, a scenario of the rehearsal, or the check', () => {
  const { text = '' } = pages.find(({ name }) => name === 'SECURITY.md') ?? {};
  const rows = [...text.matchAll(/^\| ([a-z][^|]*?) +\| ([^|]*?) +\|$/gm)].map(([, claim, rest = '']) => ({
    claim,
    rest,
  }));
  const proofs = rows.filter(({ rest }) => rest.startsWith('`'));
  expect(proofs.length).toBeGreaterThan(10);
  const claims = rows.filter(({ rest }) => !rest.startsWith('`')).map(({ claim }) => claim);
  expect(proofs.map(({ claim }) => claim)).toEqual(claims);
  for (const { rest } of proofs)
    expect(rest).toMatch(
      /^`(\S+\.test\.ts|npm run rehearse \w+|npm run check)`(, `(\S+\.test\.ts|npm run rehearse \w+)`)*$/,
    );
});
