import { asMarkdown, ruleBookOf } from '@evict/rule-book';
import { expect, test } from 'vitest';
import { runOps } from '../cli.ts';

/** Nothing of a deployment may be asked for. */
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

test.each(['zz', 'us', 'ZZ'])('a rule pack is printed without database, Temporal or operator: %s', async (pack) => {
  const printed = await run('rules', 'print', pack);
  expect(printed).toEqual({
    code: 0,
    stdout: asMarkdown(ruleBookOf(pack.toLowerCase()) ?? expect.unreachable()),
    stderr: '',
  });
});

test('an older version is printed by its number, and programs get the same as JSON', async () => {
  const { stdout } = await run('rules', 'print', 'zz', '--version', '2026.1', '--json');
  expect(JSON.parse(stdout)).toEqual(ruleBookOf('zz', '2026.1'));
  expect(JSON.parse((await run('rules', 'list', '--json')).stdout)).toEqual({
    items: [
      expect.objectContaining({ id: 'zz', version: '2026.1' }),
      expect.objectContaining({ id: 'us', version: '2026.1' }),
    ],
  });
  expect((await run('rules', 'list')).stdout).toMatch(/^PACK +VERSION +TITLE\nzz +2026\.1 +Rules of ZZ/);
});

test.each([
  [['rules', 'print'], "missing required argument 'PACK'"],
  [['rules', 'print', 'md'], 'PACK: '],
  [['rules', 'print', '__proto__'], 'PACK: '],
  [['rules', 'print', 'zz', '--version', '1999.1'], '--version: There is no version 1999.1 of zz.'],
  [['rules', 'print', 'zz', '--version', 'latest'], '--version: Must be a version'],
])('an unknown pack or version is wrong usage: %j', async (args, fault) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
});
