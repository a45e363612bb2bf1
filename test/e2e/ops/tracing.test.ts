import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { workflowsPath } from '@evict/case-worker/bundle';
import { startTracing, stopTracing, tracingPlugins } from '@evict/telemetry';
import { Worker } from '@temporalio/worker';
import { afterAll, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { recordedHistories } from '../support/recorded.ts';
import { startService } from '../support/service.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

// A trace collector that stores what it receives.
const bodies: object[] = [];
const spans: Span[] = [];
const collector = createServer((req, res) => {
  keep(req).then(
    () => res.setHeader('content-type', 'application/json').end('{}'),
    () => res.destroy(),
  );
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
// Later files in this process don't trace.
afterAll(async () => {
  await stopTracing();
  collector.close();
});

// Tracing starts before the service, because clients and workers only trace if tracing was on when they were created.
await startTracing('test', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
const { signUp } = await startService();

test('workflow histories that were recorded without tracing can be replayed with tracing', async () => {
  const histories = recordedHistories().map(({ name, history }) => ({ workflowId: name, history }));
  const options = { workflowsPath, plugins: tracingPlugins() };
  for await (const { error } of Worker.runReplayHistories(options, histories)) expect(error).toBeUndefined();
});

test('the trace of a command leads from the request through the Update to its activity, and contains no names', async () => {
  const customer = await signUp();
  // A workflow that leaves the cache while its command is decided loses spans, so a slow machine may need more cases.
  const submitAndTrace = async () => {
    const { id } = await customer.submitted(buildFacts());
    await customer.read(id);
    return wayTo('RunActivity:decideAndRecord', 'POST /v1/cases/{id}/submit');
  };
  await expect
    .poll(submitAndTrace, { timeout: 120_000, interval: 1_000 })
    .toEqual([
      'POST /v1/cases/{id}/submit',
      'UpdateWithStartWorkflow:submit',
      'HandleUpdate:submit',
      'StartActivity:decideAndRecord',
      'RunActivity:decideAndRecord',
    ]);
  await stopTracing();
  expect(spans.map(({ name }) => name)).toContain('GET /v1/cases/{id}');
  expect(JSON.stringify(bodies)).not.toMatch(/Sandbox Holdings|Terry|Robin|@example|Bearer/);
});

async function keep(req: IncomingMessage): Promise<void> {
  const body = (await json(req)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  bodies.push(body);
  spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
}

/** Returns the names of the spans from `outermost` down to the span with this name. */
function wayTo(name: string, outermost: string): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const ways = spans
    .filter((span) => span.name === name)
    .map((innermost) => {
      const way: string[] = [];
      for (let span: Span | undefined = innermost; span; span = byId.get(span.parentSpanId ?? ''))
        way.unshift(span.name);
      return way;
    });
  return ways.find(([first]) => first === outermost) ?? [];
}
