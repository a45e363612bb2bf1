import { startStack, type TestStack } from '@evict/testkit';
import { dataConverterOf } from '@evict/temporal/payload-codec';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sandboxStories } from '../../histories/sandbox-stories.ts';
import { textOf } from '../support/history.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

const [first, second] = ['the first payload key of a deployment', 'the second payload key of a deployment'];

describe('with a payload key', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startStack({ payloadKeys: [first] });
  });
  afterAll(() => stack.stop());

  test.each(sandboxStories)('$name ends where it should, and Temporal can read none of its payloads', async (story) => {
    const caseId = await story.play({ stack });
    const handle = stack.client.workflow.getHandle(caseId);
    expect(await handle.result()).toBe(story.endsIn);
    const history = await handle.fetchHistory();
    const payloads = payloadsOf(history);
    expect(payloads.length).toBeGreaterThan(2);
    expect(new Set(payloads.map(({ encoding }) => encoding))).toEqual(new Set(['binary/encrypted']));
    const readable = payloads.map(({ data }) => data.toString('latin1')).join('\n');
    for (const word of ['notice_review', 'case_', 'organizationId', 'Sandbox']) expect(readable).not.toContain(word);
    await replay(caseId, history, [first]);
  });

  test('search attributes stay readable, so that operators can list cases', async () => {
    const ref = await seedDraft(stack);
    await stack.cases.submit(ref);
    const { typedSearchAttributes } = await stack.client.workflow.getHandle(ref.caseId).describe();
    expect(typedSearchAttributes.getAll().map(({ value }) => value)).toContain('notice_review');
  });
});

test('a case continues while encryption is switched on, its key is changed, and encryption is switched off', async () => {
  let ref: SeededCase | undefined;
  let before: Pick<TestStack, 'store' | 'taskQueue'> | undefined;
  const written: Set<string>[] = [];
  for (const payloadKeys of [[], [first], [second, first], ['plain', second, first]]) {
    const stack: TestStack = await startStack({
      payloadKeys,
      ...(before && { databaseUrl: before.store.pool.options.connectionString ?? '', taskQueue: before.taskQueue }),
    });
    before = stack;
    const handle = () => stack.client.workflow.getHandle(ref?.caseId ?? '');
    const known = ref ? payloadsOf(await handle().fetchHistory()).length : 0;
    ref ??= await seedDraft(stack);
    expect(known === 0 ? await stack.cases.submit(ref) : await advanceCase(stack, ref)).toEqual({ ok: true });
    const history = await handle().fetchHistory();
    written.push(
      new Set(
        payloadsOf(history)
          .slice(known)
          .map(({ key }) => key),
      ),
    );
    await replay(ref.caseId, history, payloadKeys);
    await stack.stop();
  }
  const [none, one, two, noneAgain] = written.map((keys) => [...keys]);
  expect(none).toEqual(['']);
  expect(one).toEqual([expect.stringMatching(/./)]);
  expect(two).toEqual([expect.stringMatching(/./)]);
  expect(two).not.toEqual(one);
  expect(noneAgain).toEqual(['']);
});

test('a worker without the key fails no case: it continues when one with the key runs', async () => {
  const stack = await startStack({ payloadKeys: [first] });
  const ref = await seedDraft(stack);
  await stack.cases.submit(ref);
  const on = { databaseUrl: stack.store.pool.options.connectionString ?? '', taskQueue: stack.taskQueue };
  await stack.stopWorker();
  const without = await startStack({ ...on, payloadKeys: [second] });
  const { sequence } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id: ref.caseId } });
  const advance = () => stack.cases.advance(ref, sequence, 'advance-1').catch(() => null);
  void advance();
  const handle = stack.client.workflow.getHandle(ref.caseId);
  await expect.poll(async () => textOf(await handle.fetchHistory())).toContain('no payload key');
  expect((await handle.describe()).status.name).toBe('RUNNING');
  await without.stop();
  await stack.startWorker();
  await expect.poll(advance).toEqual({ ok: true });
  await stack.stop();
});

interface Seen {
  encoding: string;
  /** The id of the key; empty for none. */
  key: string;
  data: Buffer;
}

/**
 * Every payload of a history that a worker or a client made: search attributes the server has to read, a header says a
 * request's id, and the worker's core keeps the names and times of local activities and the names of patches.
 */
function payloadsOf(part: unknown): Seen[] {
  if (!part || typeof part !== 'object' || part instanceof Uint8Array) return [];
  const { metadata, data, markerName } = part as Record<string, unknown>;
  const fields = metadata as Record<string, Uint8Array> | undefined;
  if (fields?.['encoding'] instanceof Uint8Array) {
    const text = (field: string) => Buffer.from(fields[field] ?? []).toString();
    return [{ encoding: text('encoding'), key: text('encryption-key-id'), data: Buffer.from(data as Uint8Array) }];
  }
  if (typeof markerName === 'string' && markerName.startsWith('core_')) {
    const { details } = part as { details: Record<string, unknown> };
    return payloadsOf(details['result']);
  }
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'searchAttributes' || name === 'header' ? [] : payloadsOf(value),
  );
}

async function replay(
  workflowId: string,
  history: Parameters<typeof payloadsOf>[0],
  payloadKeys: string[],
): Promise<void> {
  const workflowBundle = { codePath: inject('servers').workflowBundle };
  const options = { workflowBundle, dataConverter: dataConverterOf(payloadKeys) };
  for await (const { error } of Worker.runReplayHistories(options, [{ workflowId, history }])) {
    expect(error).toBeUndefined();
  }
}
