/** Prints how much a newcomer has to read: lines of production code and of tests, and words of Markdown. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isTest = (file) => /^test\/|\.test\.tsx?$|\/tests?\/|\/testing[/.-]|^packages\/testkit\//.test(file);

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
const code = files.filter((file) => /\.(ts|tsx|py|sql)$/.test(file));
const count = (some, pattern) =>
  some.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(pattern) ?? []).length, 0);

const lines = /\n/g;
const words = /\S+/g;
const figures = {
  'lines of production code': count(
    code.filter((file) => !isTest(file)),
    lines,
  ),
  'lines of tests': count(code.filter(isTest), lines),
  'words of docs': count(
    files.filter((file) => /^docs\/.*\.md$/.test(file)),
    words,
  ),
};
for (const [what, figure] of Object.entries(figures)) console.log(`${figure.toLocaleString('en')} ${what}`);
