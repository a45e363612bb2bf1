import { rulePacks, usPack } from '@evict/jurisdictions';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runOps } from '../cli.ts';

/** An environment in which a command fails if it needs a deployment. */
const nowhere = {
  environment: () => Promise.reject(new Error('no environment is needed')),
  isOfOnePerson: false,
};

async function run(...args: string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runOps(args, {
    ...nowhere,
    out: (text) => (stdout += `${text}\n`),
    err: (text) => (stderr += `${text}\n`),
  });
  return { code, stdout, stderr };
}

test.each([
  ['zz', rulePacks.at(-1)],
  ['us', usPack],
  ['ZZ', rulePacks.at(-1)],
])('the newest rule pack is printed without a database, Temporal or an operator: %s', async (id, pack) => {
  const { code, stdout, stderr } = await run('rules', 'print', id);
  expect([code, parse(stdout), stderr]).toEqual([0, pack, '']);
});

test('a rule pack can be printed in a given version, and as JSON for programs', async () => {
  const { stdout } = await run('rules', 'print', 'zz', '--version', '2026.1', '--json');
  expect(JSON.parse(stdout)).toEqual(rulePacks.find(({ id, version }) => id === 'zz' && version === '2026.1'));
});

test.each([
  [['rules', 'print'], "missing required argument 'PACK'"],
  [['rules', 'print', 'md'], 'PACK: '],
  [['rules', 'print', '__proto__'], 'PACK: '],
  [['rules', 'print', 'zz', '--version', '1999.1'], '--version: There is no version 1999.1 of zz.'],
  [['rules', 'print', 'zz', '--version', 'latest'], '--version: Must be a version'],
])('a missing or unknown pack or version is reported as wrong usage: %j', async (args, fault) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
});
