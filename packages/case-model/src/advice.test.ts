import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { adviceIn } from '../test/advice.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The sources of everything that customers and tenants read. */
const sources = {
  code: [
    'packages/case-model/src/**/*.ts',
    'packages/contract/src/**/*.ts',
    'packages/papers/src/**/*.ts',
    'packages/http/src/**/*.ts',
    'packages/jurisdictions/src/**/*.ts',
    'packages/mail/src/**/*.ts',
    'packages/payments/src/**/*.ts',
    'services/attorney-gateway/src/**/*.ts',
    'services/customer-gateway/src/**/*.ts',
    'services/public-gateway/src/**/*.ts',
    'packages/website/src/**/*.ts',
    'packages/website/web/src/**/*.{ts,tsx}',
  ],
  pages: ['README.md', 'docs/*.md', 'packages/client*/README.md'],
} as const;

/** Files whose text isn't a statement of ours to a party. */
const others: readonly { readonly files: RegExp; readonly because: string }[] = [
  { files: /\.test\.ts$|\/testing|\/generated\//, because: 'shown to nobody, or made from what is tested here' },
  {
    files: /papers\/src\/(complaint|notice|proof|summons|wording)\.ts$|packs\/zz\/documents-/,
    because: 'papers of the court, which say what the law asks, signed by an attorney',
  },
  {
    files: /docs\/(attorneys|legal-basis|rules.*)\.md$|packs\/us\/|website\/web\/src\/pages\/attorney-/,
    because: 'for attorneys, who decide: their day, and rules with their sources',
  },
];

/** Removes the comments from source code, and joins strings that continue on the next line. */
function texts(code: string): string {
  return code
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/['"`]\s*\+\s*['"`]/g, '')
    .replace(/\$\{[^{}]*\}/g, '7')
    .replace(/\{' '\}|\s+/g, ' ');
}

const patterns = [...sources.code, ...sources.pages];

test.each(patterns)('the file pattern %s matches at least one file', (pattern) => {
  expect(globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })).not.toEqual([]);
});

const files = patterns
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }))
  .filter((path) => !others.some(({ files: excepted }) => excepted.test(path)));

test('no text for customers or tenants contains a phrase of legal advice', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((path) => {
    const content = readFileSync(`${root}/${path}`, 'utf8');
    return adviceIn(/\.tsx?$/.test(path) ? texts(content) : content).map((advice) => `${path}: ${advice}`);
  });
  expect(found).toEqual([]);
});

describe('legal advice', () => {
  test.each([
    'Bring an updated ledger.',
    'Attorney must check DMDC before any default',
    'VAWA forms must accompany the notice',
    'Demanding less is lawful; check that it is meant.',
    'You must serve the notice again.',
    'You should wait for the court.',
    'The tenant has to vacate.',
    'We recommend certified mail.',
    'A covered property needs 30 days.',
    'Entities need counsel in court.',
    'The law requires a court order.',
    'File before Friday.',
    'The notice is void because it gave five days.',
    'Serve the notice by certified mail.',
    'Do not accept rent.',
    'Consider hiring an attorney.',
    'You can file tomorrow.',
    'You may file now.',
    'The notice is defective.',
    'Wait until the period ends.',
    'Refile after dismissal.',
    'File the complaint after July 10.',
    'A tenant may not be evicted without 30 days.',
    'You’ll need to give notice.',
  ])('is found in %j', (text) => {
    expect(adviceIn(text)).not.toEqual([]);
    expect(adviceIn(texts(`const text = '${text.replace(' ', " ' +\n  '")}'; // a comment`))).not.toEqual([]);
  });

  test.each([
    'Runs through 2026-07-10; file from 2026-07-11.',
    'The attorney decides what is demanded.',
    'Before any default judgment, the attorney files an affidavit of military status (50 U.S.C. § 3931).',
    'Must be a date such as 2026-07-01, in the years 1900 to 2200.',
  ])("isn't found in %j", (text) => {
    expect(adviceIn(text)).toEqual([]);
  });
});
