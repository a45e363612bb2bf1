import { expect, test } from 'vitest';
import { readText } from '../files.ts';
import { allowedLicenses, isAllowed } from './allowed.ts';
import { productionPackages } from './npm-packages.ts';
import { licenseOfText } from './of-text.ts';

test('every package of a process or a page has a license that ADR 20 allows', () => {
  const packages = productionPackages();
  const names = packages.map(({ name }) => name);
  // Of a process, of a package that one depends on, of a library's own, and of the pages.
  expect(names).toEqual(expect.arrayContaining(['koa', 'pg', 'dejavu-fonts-ttf', 'pg-types', 'react', 'pdfjs-dist']));
  expect(names).not.toContain('vitest');
  const others = packages.filter(({ license }) => license === null || !isAllowed(license, allowedLicenses));
  expect(others).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0', false],
  ['UNLICENSED', false],
  ['', false],
])('%s: allowed %s', (expression, expected) => {
  expect(isAllowed(expression, allowedLicenses)).toBe(expected);
});

test('a license is recognized by its text, and a text that is none is not', () => {
  expect(licenseOfText(readText('LICENSE'))).toBe('Apache-2.0');
  expect(licenseOfText('GNU AFFERO GENERAL PUBLIC LICENSE')).toBe('AGPL-3.0');
  expect(licenseOfText('All rights reserved.')).toBe(null);
});

test('the project, its clients and its image bear the license and the version of the changelog', () => {
  const [, version] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readText('CHANGELOG.md')) ?? [];
  for (const name of ['package.json', 'packages/client/package.json'])
    expect(JSON.parse(readText(name)), name).toMatchObject({ version, license: 'Apache-2.0' });
  const python = readText('packages/client-python/pyproject.toml');
  expect(python).toContain(`version = "${version}"`);
  expect(python).toContain('license = "Apache-2.0"');
  const dockerfile = readText('deploy/images/Dockerfile');
  expect(dockerfile).toContain(`image.version="${version}"`);
  expect(dockerfile).toContain('image.licenses="Apache-2.0"');
  expect(readText('deploy/kubernetes/overlays/example/kustomization.yaml')).toContain(`newTag: '${version}'`);
});
