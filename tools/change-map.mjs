/**
 * docs/change-map.md: the files that a change touches, derived from the code. Without `--write` it fails if the page is
 * stale, if an example no longer exists, or if a change takes more files than it may: four, unless it says otherwise.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gates } from '../packages/case-model/src/gates/table.ts';
import { commands } from '../packages/case-model/src/commands/registry.ts';
import { eventRules, factKinds } from '../packages/case-model/src/index.ts';
import { routes } from '../packages/contract/src/index.ts';
import { documentTemplates, rulePacks } from '../packages/jurisdictions/src/index.ts';
import { caseMailKinds } from '../packages/mail/src/case-mails.ts';

const maxFiles = 4;
const root = new URL('..', import.meta.url);
const page = new URL('docs/change-map.md', root);

/**
 * One real instance of each kind. `names` are all of its names in the code: `'quoted'` names are matched as texts and as
 * keys, others as identifiers. `exists` is whether the registry of its kind contains it. `most`: the files that it may
 * touch, where these are more than four.
 */
const changes = [
  {
    kind: 'a report of attorneys and operators',
    example: '`set_deadline`, with its route, its command line and its form',
    names: ["'set_deadline'", 'setDeadline', "'POST /v1/attorney/cases/{id}/deadlines'"],
    exists: 'set_deadline' in commands,
    most: 2,
  },
  {
    kind: 'a fact',
    example: '`moved_out`, which customers report too',
    names: ["'moved_out'"],
    exists: factKinds.includes('moved_out'),
  },
  {
    kind: 'an event',
    example: '`request_writ`, which the sandbox and the demo take too',
    names: ["'request_writ'"],
    exists: 'request_writ' in eventRules,
  },
  {
    kind: 'an endpoint',
    example: '`PATCH /v1/organization`',
    names: ['updateOrganization', 'updateOrganizationBody', 'renameOrganization'],
    exists: 'updateOrganization' in routes,
  },
  {
    kind: 'a document',
    example: 'the complaint, with its own layout',
    names: ["'complaint'", 'complaintBlocks'],
    exists: 'complaint' in documentTemplates,
  },
  {
    kind: 'a mail',
    example: '`case_on_hold`',
    names: ['case_on_hold', 'caseOnHold'],
    exists: caseMailKinds.includes('case_on_hold'),
  },
  {
    kind: 'a gate',
    example: '`violation_described`',
    names: ["'violation_described'", 'violationDescribed'],
    exists: gates.some(({ name }) => name === 'violation_described'),
  },
  {
    kind: 'a rule pack',
    example: 'the sandbox, `zz` 2026.1',
    names: ['zz20261', 'zzDocumentsV1'],
    exists: rulePacks.some(({ id }) => id === 'zz'),
  },
];

const sources = execFileSync('git', ['ls-files', '--', 'packages', 'services', 'workflows', 'deploy', 'prisma'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|prisma|sql)$/.test(path))
  .filter((path) => !/\.test\.tsx?$|\/testing|^packages\/(testkit|[\w-]+\/test)\/|\/generated\/|\/demo\//.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));

const rows = changes.map((change) => ({ ...change, files: filesOf(change.names) }));
const text = pageOf(rows);
const faults = [
  ...rows.flatMap(({ kind, exists }) => (exists ? [] : [`${kind}: the example is not in its registry`])),
  ...rows.flatMap(({ kind, files, most = maxFiles }) =>
    files.length > 0 && files.length <= most ? [] : [`${kind}: ${files.length} files, at most ${most}`],
  ),
];
if (process.argv.includes('--write')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) faults.push('docs/change-map.md is stale: npm run change-map');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function filesOf(names) {
  const pattern = new RegExp(names.map(patternOf).join('|'), 'm');
  return sources.filter((source) => pattern.test(source.text)).map(({ path }) => path);
}

function patternOf(name) {
  if (!name.startsWith("'")) return String.raw`\b${name}\b`;
  const word = RegExp.escape(name.slice(1, -1));
  return String.raw`(['"\`])${word}\1|^\s*${word}:|[{,]\s*${word}:`;
}

function pageOf(found) {
  return [
    '# Files to touch',
    '',
    'The source files that name an existing example of each kind, by `npm run change-map`. Tests and generated files come in addition. `npm run check` fails if the page is stale, or if a change touches more than it may: two files for a report, four for any other.',
    '',
    '| A new ... | Example | Files |',
    '| --- | --- | --- |',
    ...found.map(({ kind, example, files }) => {
      const list = files.map((path) => `[\`${path}\`](../${path})`).join('<br>');
      return `| ${kind.replace(/^an? /, '')} | ${example} | ${list} |`;
    }),
    '',
  ].join('\n');
}
