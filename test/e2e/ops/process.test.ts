import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runOps } from '@evict/ops/cli';
import { newId } from '@evict/store/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { environmentOf, opsFor, spawnOps, startOps } from '../support/ops.ts';
import { sharedService } from '../support/service.ts';
import { listenSilently } from '../support/webhooks.ts';

const service = await sharedService();
const { stack } = service;
const { submitted } = liveWorld(service);
const env = environmentOf(stack);
const nowhere = '127.0.0.1:1';

/** Runs the command in this process, which is ten times as fast. The output and exit code are the same. */
async function runHere(args: readonly string[], environment: Record<string, string>, isOfOnePerson = true) {
  let [stdout, stderr] = ['', ''];
  const code = await runOps(args, {
    environment: async () => environment,
    isOfOnePerson,
    out: (text) => (stdout += `${text}\n`),
    err: (text) => (stderr += `${text}\n`),
  });
  return { code, stdout, stderr };
}

test('a successful command exits with 0, prints only to standard output, is recorded under the system user, and resolves a file path relative to the folder from which it was called', async () => {
  const { id } = await submitted();
  const folder = await mkdtemp(join(tmpdir(), 'ops-'));
  await writeFile(join(folder, 'notice.pdf'), pdf('Notice'));
  const file = relative(dirname(folder), join(folder, 'notice.pdf'));
  const args = ['case', 'attach', id, '--kind', 'notice', '--file', file, '--json'];
  const attached = await spawnOps(args, { ...env, INIT_CWD: dirname(folder) });
  expect(attached).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' });
  expect(JSON.parse(attached.stdout)).toMatchObject({ id, document: { kind: 'notice' } });
  expect(await opsFor(stack).recorded(id)).toEqual([`${userInfo().username}: case attach done`]);
  await rm(folder, { recursive: true });
});

test("in production, a command without an operator's name is refused, and nothing is done or recorded", async () => {
  const { id, customer } = await submitted();
  const refused = await spawnOps(['case', 'hold', id], { ...env, NODE_ENV: 'production' });
  expect([refused.code, refused.stdout, refused.stderr.split('\n')[0]]).toEqual([2, '', '--operator: Required.']);
  expect((await customer.read(id)).state).toBe('submitted');
  expect(await opsFor(stack).recorded(id)).toEqual([]);
  expect((await runHere(['case', 'hold', id, '--operator', 'robin'], env, false)).code).toBe(0);
  expect(await opsFor(stack).recorded(id)).toEqual(['robin: case hold done']);
});

describe('two megabytes of output', () => {
  let show: string[];
  beforeAll(async () => {
    const { id: caseId } = await submitted();
    const notes = Array.from({ length: 400 }, () => ({ id: newId('note'), caseId, writtenBy: 'customer', body }));
    await stack.store.prisma.note.createMany({ data: notes });
    show = ['case', 'show', caseId, '--tenant-data', '--json'];
  });
  const body = 'x'.repeat(5000);

  test('arrive in full even if the reader is slower than the command', async () => {
    const { stdout, code } = startOps(show, env);
    let text = '';
    for await (const chunk of stdout.setEncoding('utf8')) {
      text += chunk as string;
      await pause(2); // slows down the reader
    }
    const { notes } = JSON.parse(text) as { notes: { body: string }[] };
    expect(notes.filter((note) => note.body === body)).toHaveLength(400);
    expect(await code).toBe(0);
  });

  test('cause no error if the reader closes the pipe early, as the program head does', async () => {
    const { stdout, stderr, code } = startOps(show, env);
    let errors = '';
    stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    stdout.once('data', () => stdout.destroy());
    expect([await code, errors]).toEqual([0, '']);
  });
});

test("a refused command exits with 1 and prints the refusal's code and message", async () => {
  const { id } = await submitted();
  const message = 'No withdrawal is pending. `case show` prints the state of the case and its attorney.';
  const refused = { code: 1, stdout: '', stderr: `guard_failed: ${message}\n` };
  expect(await runHere(['case', 'withdraw', id], env)).toEqual(refused);
  const asJson = await runHere(['case', 'withdraw', id, '--json'], env);
  expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: 'guard_failed', message, details: null } });
});

test('a command that is used wrongly exits with 2 before connecting, and prints every mistake and the help', async () => {
  const { code, stdout, stderr } = await runHere(['attorney', 'add', '--states', 'MD', '--email', 'x'], {});
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n').slice(0, 5)).toEqual([
    '--name: Required.',
    '--email: Must be an email address.',
    '--bar: Required.',
    '',
    'Usage: npm run -s ops -- attorney add [options]',
  ]);
  const asJson = await runHere(['attorney', 'add', '--bogus', '--json'], {});
  const details = { faults: ["unknown option '--bogus'"] };
  expect(JSON.parse(asJson.stderr)).toEqual({ error: { code: 'usage', message: 'Wrong usage.', details } });
});

test.each([
  [[], 2, 'Usage: npm run -s ops -- <group> <command> [options]'],
  [['cases'], 2, "unknown command 'cases'"],
  [['case'], 2, 'Usage: npm run -s ops -- case [options] [command]'],
  [['case', '--help'], 0, 'Usage: npm run -s ops -- case [options] [command]'],
])('a call with arguments %j exits with %i and prints the help without connecting', async (args, expected, first) => {
  const { code, stdout, stderr } = await runHere(args, {});
  const [said, silent] = expected === 0 ? [stdout, stderr] : [stderr, stdout];
  expect([code, silent, said.split('\n')[0]]).toEqual([expected, '', first]);
  expect(said).toMatch(/\nCommands:\n/);
});

test('a command in an invalid or contradictory environment exits with 2, without printing passwords', async () => {
  const { code, stderr } = await runHere(['lead', 'list'], { DATABASE_URL: 'mysql://user:hunter2@host/db' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('DATABASE_URL must be')]);
  expect(stderr).not.toContain('hunter2');
  const contradicting = { TEMPORAL_TLS: 'off', TEMPORAL_TLS_SERVER_NAME: 'temporal.example.com' };
  const withoutTls = await runHere(['lead', 'list'], { ...env, ...contradicting });
  expect([withoutTls.code, withoutTls.stderr]).toEqual([2, expect.stringContaining('TEMPORAL_TLS must not be off')]);
});

test('a command exits with 3 and records nothing if the database or Temporal is unreachable or unresponsive', async () => {
  const silent = await listenSilently();
  const { id } = await submitted();
  for (const place of [nowhere, `127.0.0.1:${silent.port}`]) {
    const [database, temporal] = await Promise.all([
      runHere(['case', 'show', id], { ...env, DATABASE_URL: `postgresql://u:hunter2@${place}/x` }),
      runHere(['case', 'hold', id], { ...env, TEMPORAL_ADDRESS: place }),
    ]);
    const unreachable = (what: string) => ({
      code: 3,
      stdout: '',
      stderr: `unreachable: ${what} cannot be reached or refused the connection.\n`,
    });
    expect(database).toEqual(unreachable(`The database at ${place}`));
    expect(temporal).toEqual(unreachable(`Temporal at ${place}`));
  }
  expect(await opsFor(stack).recorded(id)).toEqual([]);
  // Commands that only need the database still work.
  const note = ['case', 'note', id, '--body', 'We are looking for an attorney.'];
  const written = await runHere(note, { ...env, TEMPORAL_ADDRESS: nowhere });
  expect(written).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^id: +note_\S+\ncaseId: +case_/),
    stderr: '',
  });
  await silent.stop();
});
