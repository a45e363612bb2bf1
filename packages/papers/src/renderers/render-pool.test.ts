import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { hash } from 'node:crypto';
import { renderCaseSummary } from '../case-summary.ts';
import { renderDocument } from '../render.ts';
import { buildFacts, buildLedger, buildRequest } from '../../test/build-request.ts';
import { buildSummary } from '../../test/build-summary.ts';
import type { RenderJob } from './renderer.ts';
import { RenderFailure } from './renderer.ts';
import { renderLimits, RenderPool, type RenderPoolOptions } from './render-pool.ts';

vi.setConfig({ testTimeout: 120_000 });

const pools: RenderPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** A pool with the default options, for tests that leave it usable. Starting a renderer takes long. */
const usual = new RenderPool({ size: 1 });
afterAll(() => usual.close());

const small: RenderJob = { kind: 'document', request: buildRequest('zz.summons.v1') };
/** A summary with this many entries of 250 lines each. */
const summaryWith = (entries: number): RenderJob => {
  const ledger = buildLedger(entries).map((entry) => ({ ...entry, memo: 'a\n'.repeat(250) }));
  return { kind: 'summary', request: buildSummary({ facts: buildFacts({ ledger }) }) };
};
/** Rendering this takes seconds and hundreds of megabytes. */
const huge = summaryWith(1000);

test('a document has the same bytes whether the pool or a direct call renders it', async () => {
  const summary: RenderJob = { kind: 'summary', request: buildSummary() };
  const rendered = await usual.use({ organizationId: 'one' }, async (draw) => [await draw(small), await draw(summary)]);
  const called = [await renderDocument(buildRequest('zz.summons.v1')), await renderCaseSummary(buildSummary())];
  expect(rendered.map((bytes) => hash('sha256', bytes))).toEqual(called.map((bytes) => hash('sha256', bytes)));
});

test("a document that exceeds the time limit isn't retried, and the next document can still be rendered", async () => {
  const outcomes: string[] = [];
  const pool = open({ limits: { ...renderLimits, cpuMs: 300 }, onRendered: ({ outcome }) => outcomes.push(outcome) });
  const failure = await failureOf(render(pool, 'one', huge));
  expect(failure).toMatchObject({ failureClass: 'RenderLimitExceeded time', isRetryable: false });
  expect((await render(pool, 'one', small)).length).toBeGreaterThan(0);
  expect(outcomes).toEqual(['time', 'ok']);
});

test("a document that exceeds the memory limit isn't retried, and the next document can still be rendered", async () => {
  const pool = open({ limits: { ...renderLimits, memoryBytes: 160 * 1024 * 1024 } });
  expect(await failureOf(render(pool, 'one', huge))).toMatchObject({
    failureClass: 'RenderLimitExceeded memory',
    isRetryable: false,
  });
  expect((await render(pool, 'one', small)).length).toBeGreaterThan(0);
});

test('a document that fills the heap is reported as exceeding the memory limit', async () => {
  const pool = open({ limits: { ...renderLimits, heapMiB: 48 } });
  // One string that is too large fills the heap at once. A heap that fills slowly is garbage-collected again and again,
  // until the time limit is exceeded.
  const request = { ...buildSummary(), facts: buildFacts({ freeText: 'a'.repeat(50_000_000) }) };
  expect(await failureOf(render(pool, 'one', { kind: 'summary', request }))).toMatchObject({
    failureClass: 'RenderLimitExceeded memory',
  });
});

test('a hung renderer is killed, and the document can be rendered again', async () => {
  const pool = open({ limits: { ...renderLimits, wallMs: 200 } });
  const result = failureOf(render(pool, 'one', huge));
  expect(await result).toMatchObject({ failureClass: 'RendererDied', isRetryable: true });
});

test('if a renderer is killed, its document fails with a retryable error and the renderer is replaced', async () => {
  const result = failureOf(render(usual, 'one', huge));
  await expect.poll(() => usual.workingPids.length).toBe(1);
  for (const pid of usual.workingPids) process.kill(pid, 'SIGKILL');
  expect(await result).toMatchObject({ failureClass: 'RendererDied', isRetryable: true });
  expect((await render(usual, 'one', small)).length).toBeGreaterThan(0);
});

test("if the renderer refuses a document, the error keeps its class and isn't retryable", async () => {
  const facts = buildFacts({ parties: [{ role: 'defendant', name: '王小明' }] });
  const failure = await failureOf(
    render(usual, 'one', { kind: 'document', request: buildRequest('zz.summons.v1', { facts }) }),
  );
  expect(failure).toMatchObject({ failureClass: 'UnprintableTextError', isRetryable: false });
  expect(String(failure.stack)).not.toContain('王');
});

test('an organization with many documents holds only one renderer, and every other organization waits for at most one of those documents', async () => {
  const pool = open({ size: 2 });
  const order: string[] = [];
  const held = new Set<string>();
  const take = (organizationId: string) =>
    pool.use({ organizationId }, async (draw) => {
      expect(held.has(organizationId)).toBe(false);
      held.add(organizationId);
      order.push(organizationId);
      await draw(small);
      held.delete(organizationId);
    });
  await Promise.all([...Array.from({ length: 6 }, () => take('large')), take('one'), take('two'), take('three')]);
  expect(order).toHaveLength(9);
  // Each of the others waited for at most one document from `large`.
  expect(order.slice(0, 6).filter((one) => one === 'large').length).toBeLessThanOrEqual(4);
  expect(order.slice(0, 7)).toEqual(expect.arrayContaining(['one', 'two', 'three']));
});

test('an organization is served even while the document of another takes seconds to render', async () => {
  const pool = open({ size: 2 });
  const long = failureOf(render(pool, 'large', huge));
  await render(pool, 'one', small);
  expect(pool.workingPids).toHaveLength(1); // the large one is still rendering
  await pool.close();
  expect(await long).toMatchObject({ outcome: 'stopped' });
});

test('requests fail as busy if too many are already waiting', async () => {
  const pool = open({ waitingEach: 2 });
  const first = render(pool, 'one', huge);
  const results = [render(pool, 'one', small), render(pool, 'one', small), render(pool, 'one', small)].map((one) =>
    one.then(
      () => 'ok',
      (failure: RenderFailure) => failure.failureClass,
    ),
  );
  expect(await results[2]).toBe('RendererBusy');
  for (const pid of pool.workingPids) process.kill(pid, 'SIGKILL');
  await failureOf(first);
  expect(await Promise.all(results)).toEqual(['ok', 'ok', 'RendererBusy']);
});

test('aborting a request stops it, whether it is waiting or being rendered, and the pool stays usable', async () => {
  const rendering = new AbortController();
  const waiting = new AbortController();
  const renders = [rendering, waiting].map(({ signal }) =>
    failureOf(usual.use({ organizationId: 'one', signal }, (draw) => draw(huge))),
  );
  waiting.abort();
  rendering.abort();
  for (const failure of await Promise.all(renders)) {
    expect(failure).toMatchObject({ failureClass: 'RendererStopped', isRetryable: true });
  }
  expect((await render(usual, 'one', small)).length).toBeGreaterThan(0);
});

test('closing the pool stops every renderer and makes waiting requests fail', async () => {
  const pool = open({ size: 2 });
  const renders = ['one', 'one', 'two'].map((organizationId) => failureOf(render(pool, organizationId, huge)));
  await expect.poll(() => pool.workingPids.length).toBe(2);
  const pids = pool.workingPids;
  await pool.close();
  for (const failure of await Promise.all(renders)) expect(failure.outcome).toBe('stopped');
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await failureOf(render(pool, 'one', small))).toMatchObject({ outcome: 'stopped' });
});

test("a renderer isn't reused after a large document, and the organization of that document gets new renderers while others keep the warm one", async () => {
  const pool = open({ size: 2 });
  const pidFor = (organizationId: string, job: RenderJob = small) =>
    pool.use({ organizationId }, async (draw) => {
      await draw(job);
      return pool.workingPids[0];
    });
  const first = await pidFor('large');
  expect(await pidFor('large')).toBe(first);
  await pidFor('large', summaryWith(150));
  const ready = await pidFor('one');
  const own = [await pidFor('large'), await pidFor('large')];
  expect(new Set([first, ready, ...own]).size).toBe(4);
  expect(await pidFor('one')).toBe(ready);
});

function open(options: RenderPoolOptions = {}): RenderPool {
  const pool = new RenderPool({ size: 1, ...options });
  pools.push(pool);
  return pool;
}

function render(pool: RenderPool, organizationId: string, job: RenderJob): Promise<Buffer> {
  return pool.use({ organizationId }, (one) => one(job));
}

async function failureOf(result: Promise<unknown>): Promise<RenderFailure> {
  const failure = await result.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RenderFailure);
  return failure as RenderFailure;
}
