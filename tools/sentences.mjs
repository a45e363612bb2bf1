/**
 * The sentences of the interface and the tests that would fail if one did not hold, by test/sentences.txt. Fails if a test
 * that it names is not there. Writes docs/sentences.md, with the status that reports of `npm test -- --reporter=json
 * --outputFile=<file>` give, else with the one of before; with `--check` it fails if that page is stale.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const page = join(root, 'docs/sentences.md');
const reports = process.argv.slice(2);
const isCheck = reports[0] === '--check';
const before = readFileSync(page, 'utf8');
const known = before.split('\n').map(readLine);

const sentences = readSentences(readFileSync(join(root, 'test/sentences.txt'), 'utf8'));
const titles = listed();
const missing = sentences.flatMap(({ id, tests }) =>
  tests.filter((test) => !exists(test)).map((test) => `${id} ${test.line}`),
);
const repeated = sentences.filter(({ id }, index) => sentences.findIndex((other) => other.id === id) < index);
if (missing.length > 0) console.error(`test/sentences.txt: no test, or several:\n${missing.join('\n')}`);
if (repeated.length > 0) console.error(`test/sentences.txt: twice:\n${repeated.map(({ id }) => id).join('\n')}`);

const run = isCheck ? [] : reports.flatMap(resultsOf);
const after = pageOf(sentences.map((sentence) => ({ ...sentence, status: statusOf(sentence) })));
const stale = isCheck && after !== before;
if (stale) console.error('docs/sentences.md is stale: npm run sentences');
if (!isCheck) writeFileSync(page, after);
process.exitCode = missing.length + repeated.length === 0 && !stale ? 0 : 1;

/** @returns {{ id: string, tests: { line: string, file: string, title: string, row: string }[] }[]} */
function readSentences(text) {
  const found = [];
  for (const line of text.split('\n').filter((one) => one && !one.startsWith('#'))) {
    const [, file, title, row = ''] = /^ {2}(\S+): (.+?)(?: = (.+))?$/u.exec(line) ?? [];
    if (file) found.at(-1).tests.push({ line: line.trim(), file, title, row });
    else found.push({ id: line.split(' ')[0], tests: [] });
  }
  return found;
}

/** The titles of all tests as they are in their files, by file. */
function listed() {
  const folder = mkdtempSync(join(tmpdir(), 'sentences-'));
  const file = join(folder, 'tests.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  execFileSync(process.execPath, [vitest, 'list', `--json=${file}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tests = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return Map.groupBy(tests, (test) => test.file.slice(root.length));
}

function fileOf({ file }) {
  const [found, ...others] = [...titles.keys()].filter((path) => path.endsWith(`/${file}.test.ts`));
  return others.length === 0 ? found : undefined;
}

function namesOf(test) {
  const names = (titles.get(fileOf(test)) ?? []).map(({ name }) => name);
  return names.filter((name) => name.includes(test.title) || ` > ${name}`.includes(test.title));
}

/** A row is a text of the test's file, or of its folder of the same name. */
function exists(test) {
  const file = fileOf(test);
  if (!file || namesOf(test).length !== 1) return false;
  const folder = file.replace('.test.ts', '/*.ts');
  return (
    test.row === '' ||
    [
      file,
      ...execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean),
    ].some((path) => readFileSync(join(root, path), 'utf8').includes(test.row))
  );
}

function resultsOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: [...titles.keys()].find((path) => name.endsWith(`/${path}`)),
      name: [...ancestorTitles, title].join(' > '),
      status,
    })),
  );
}

/** `passed` if each of its tests has passed. */
function statusOf({ id, tests }) {
  if (tests.length === 0) return 'no test';
  const statuses = tests.flatMap((test) => {
    const file = fileOf(test);
    const patterns = namesOf(test).map(patternOf);
    const results = run.filter(
      (result) =>
        result.file === file && hasRow(result.name, test) && patterns.some((pattern) => pattern.test(result.name)),
    );
    return results.length === 0 ? ['not run'] : results.map(({ status }) => status);
  });
  if (statuses.includes('failed')) return 'failed';
  if (!statuses.includes('not run')) return statuses.includes('skipped') ? 'skipped' : 'passed';
  const { status = 'no test' } = known.find(({ ids }) => ids.includes(id)) ?? {};
  return status === 'no test' ? 'not run' : status;
}

/** The row `parties` is not that of `parties[0].name`. */
function hasRow(name, { row }) {
  return (
    row === '' ||
    name
      .split(row)
      .slice(1)
      .some((rest) => !/^[\w./[]/u.test(rest))
  );
}

/** What a title of a table may be when it is run. */
function patternOf(name) {
  const parts = name.split(/\$\{[^}]*\}|\$[\w.]+|%(?:\.\d+)?[sdifjo#%]/u);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)).join('.*')}$`,
    'su',
  );
}

/** The ids in a line of the page, such as `- case 1,2: passed`, and their status. */
function readLine(line) {
  const [, group, numbers = '', status] = /^- (\S+) (\S+): (.+)$/u.exec(line) ?? [];
  return { ids: numbers.split(',').map((number) => `${group}.${number}`), status };
}

function pageOf(all) {
  const counts = Object.entries(Object.groupBy(all, ({ status }) => status)).map(
    ([status, some]) => `${some.length} ${status}`,
  );
  const groups = Map.groupBy(all, ({ id, status }) => JSON.stringify([id.split('.')[0], status]));
  const rows = [...groups].map(([key, some]) => {
    const [group, status] = JSON.parse(key);
    return `- ${group} ${some.map(({ id }) => id.split('.')[1]).join(',')}: ${status}`;
  });
  return `# The sentences of the interface

[sentences.txt](../test/sentences.txt) has each sentence in short, with its tests. Last run: ${counts.join(', ')}. \`npm run sentences -- <report>\` writes this page from a report of \`npm test -- --reporter=json --outputFile=<report>\`.

${rows.join('\n')}
`;
}
