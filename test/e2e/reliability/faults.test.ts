import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, type Client as ApiClient, createClient } from '@evict/client';
import { caseWorkflowId } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFreezer } from '../../rehearsal/chaos/faults/freezer.ts';
import { newKey } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { type LocalStack, npmStart, processesOf } from '../support/local-stack.ts';

// The whole stack as `npm start` brings it up. A process is killed while the documents of an advance are made; nothing is
// sent afterwards.

let dataDir: string;
let stack: LocalStack;
let api: ApiClient;
let client: Client;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'faults-'));
  stack = npmStart(dataDir);
  const baseUrl = await stack.ready;
  api = createClient({ baseUrl, credential: await newKey(baseUrl), maxRetries: 0 });
  const [, address = ''] = /^Temporal: +(\S+)$/m.exec(stack.output()) ?? [];
  client = new Client({ connection: await Connection.connect({ address }), namespace: 'evictions' });
});
afterAll(async () => {
  await client.connection.close();
  stack.process.kill('SIGTERM');
  await stack.ended;
  await rm(dataDir, { recursive: true });
});

test.each(['Case worker', 'Temporal', 'Gateways'])(
  '%s killed during an advance loses nothing: the case continues by itself, and only once',
  async (name) => {
    const caseId = await caseInCurePeriod();
    const cutOff = await killDuringAdvance(caseId, name);
    await expect.poll(() => stateOf(caseId)).toBe('filing_review');
    await expect.poll(() => stack.output()).toContain(`${name} was ended by SIGKILL`);
    await cutOff();
    const { items } = await api.listEvents({ id: caseId });
    expect(items.filter(({ action }) => action === 'cure_period_expired')).toHaveLength(1);
    const { documents } = await api.getCase({ id: caseId });
    expect(documents.filter(({ kind }) => kind === 'filing')).toHaveLength(2);
  },
  60_000,
);

test('a worker that is stopped during an advance leaves it to the next one', async () => {
  const caseId = await caseInCurePeriod();
  const advance = await whileDocumentsWait(caseId, () => {
    process.kill(processesOf(dataDir).get('Case worker') ?? 0, 'SIGTERM');
  });
  const answer = await advance();
  // Its caller may have been told to ask again: the step is taken all the same.
  if (answer) expect(answer.state).toBe('filing_review');
  await expect.poll(() => stateOf(caseId)).toBe('filing_review');
}, 60_000);

test('a withdrawal does not wait for the documents of a step', async () => {
  const caseId = await caseInCurePeriod();
  const advance = await whileDocumentsWait(caseId, async () => {
    expect((await api.withdrawCase({ id: caseId })).state).toBe('withdrawn');
  });
  await advance();
  expect(await stateOf(caseId)).toBe('withdrawn');
  const { items } = await api.listEvents({ id: caseId });
  expect(items.map(({ action }) => action)).not.toContain('cure_period_expired');
}, 60_000);

test('PostgreSQL killed during an advance: the step is taken, or it is a failed attempt that says when the next one is due', async () => {
  const caseId = await caseInCurePeriod();
  const cutOff = await killDuringAdvance(caseId, 'PostgreSQL');
  await cutOff();
  await expect.poll(() => stack.output()).toContain('PostgreSQL was ended by SIGKILL');
  await expect.poll(() => outcomeOf(caseId)).not.toBe('waiting');
});

test('a lost namespace is registered again within two minutes, and its open cases continue', async () => {
  const caseId = await caseInCurePeriod();
  const running = async () => (await client.workflow.getHandle(caseWorkflowId(caseId)).describe()).status.name;
  expect(await running()).toBe('RUNNING');
  await client.connection.operatorService.deleteNamespace({ namespace: 'evictions' });
  await expect.poll(() => running().catch(() => 'gone')).toBe('gone');
  await expect.poll(() => running().catch(() => 'gone'), { timeout: 120_000, interval: 500 }).toBe('RUNNING');
  // The workers may have restarted; commands work again.
  await expect.poll(() => advanced(caseId), { timeout: 120_000, interval: 1000 }).toBe('filing_review');
});

async function advanced(caseId: string): Promise<string | null> {
  if ((await stateOf(caseId)) === 'cure_period') await api.advanceCase({ id: caseId }).catch(() => {});
  return stateOf(caseId);
}

async function caseInCurePeriod(): Promise<string> {
  const { id } = await api.createCase({ body: buildFacts() });
  await api.submitCase({ id });
  await api.advanceCase({ id });
  expect((await api.advanceCase({ id })).state).toBe('cure_period');
  return id;
}

/** What became of the advance: the documents were stored before the database went, or they were not. */
async function outcomeOf(caseId: string): Promise<'waiting' | 'taken' | 'to be tried again'> {
  const state = await stateOf(caseId);
  if (state === 'filing_review') return 'taken';
  if (state !== 'cure_period') return 'waiting';
  const refusal = await api.advanceCase({ id: caseId }).then(String, (error: Error) => error.message);
  const [, retryAt = ''] = /nothing_to_advance.*"retryAt":"([^"]+)"/.exec(refusal) ?? [];
  const waitMs = Date.parse(retryAt) - Date.now();
  return waitMs > 0 && waitMs <= 60_000 ? 'to be tried again' : 'waiting';
}

/** Kills a process while the documents of an advance are made. The response may be lost with it, or late: the state counts. */
async function killDuringAdvance(caseId: string, name: string): Promise<() => Promise<unknown>> {
  return whileDocumentsWait(caseId, () => {
    process.kill(processesOf(dataDir).get(name) ?? 0, 'SIGKILL');
  });
}

/** Sends an advance, and runs while its documents wait for the renderers, which are stopped. Returns the way to its answer. */
async function whileDocumentsWait(caseId: string, run: () => unknown): Promise<() => Promise<Case | null>> {
  const worker = processesOf(dataDir).get('Case worker') ?? 0;
  const renderers = createFreezer();
  const response = api.advanceCase({ id: caseId }).catch(() => null);
  try {
    await expect
      .poll(
        () => {
          renderers.freezeChildren(worker);
          return makesDocuments(caseId);
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(true);
    await run();
  } finally {
    renderers.thaw();
  }
  return () => response;
}

async function makesDocuments(caseId: string): Promise<boolean> {
  const { raw } = await client.workflow.getHandle(caseWorkflowId(caseId)).describe();
  return (raw.pendingActivities ?? []).some(
    ({ activityType, lastStartedTime }) => activityType?.name === 'decideAndRecord' && lastStartedTime,
  );
}

async function stateOf(caseId: string): Promise<string | null> {
  const found = await api.getCase({ id: caseId }).catch(() => null);
  return found?.state ?? null;
}
