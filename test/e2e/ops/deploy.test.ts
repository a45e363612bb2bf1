import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOps } from '@evict/ops/cli';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, inject, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'deploy-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { temporalAddress, temporalNamespace } = inject('servers');
const environment = {
  DATABASE_URL: await cloneDatabase(),
  TEMPORAL_ADDRESS: temporalAddress,
  TEMPORAL_NAMESPACE: temporalNamespace,
  ERASURE_LIST: folder,
};

/** Runs the command as a container does: the system user isn't a person, and no operator is named. */
async function deploy(name: string[], changes: Record<string, string> = {}) {
  let [stdout, stderr] = ['', ''];
  const code = await runOps(['deploy', ...name, '--json'], {
    environment: async () => ({ ...environment, ...changes }),
    isOfOnePerson: false,
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
  });
  return { code, result: JSON.parse(stdout || stderr) as unknown };
}

test.each<[string[], object]>([
  [['prepare'], { applied: [], logins: [], namespace: temporalNamespace }],
  [['prepare', '--without-temporal'], { applied: [], logins: [], namespace: null }],
  [['restored'], { erased: [], already: 0, unknown: 0, held: [], feeds: 0 }],
  [['move-documents'], { moved: 0 }],
])('the deploy command %s needs no operator, and reports success if there is nothing to do', async (name, result) => {
  expect(await deploy(name)).toEqual({ code: 0, result });
});

test("a database login for an unknown process is refused, and its password isn't printed", async () => {
  const { code, result } = await deploy(['prepare'], { DATABASE_LOGINS: 'stranger:hunter2' });
  expect(code).toBe(2);
  expect(JSON.stringify(result)).toContain('DATABASE_LOGINS must be process:password pairs for any of public_gateway');
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('a database error is reported with its message', async () => {
  const nobody = environment.DATABASE_URL.replace(/\/[^/]+$/, '/nowhere');
  const { code, result } = await deploy(['prepare'], { DATABASE_URL: nobody });
  expect([code, result]).toEqual([
    1,
    { error: { code: 'not_prepared', message: expect.stringContaining('nowhere') as string, details: null } },
  ]);
});
