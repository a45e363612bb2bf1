import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startTemporal, Supervisor, temporalProgram } from '@evict/local';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, inject, vi } from 'vitest';
import { startService } from '../e2e/support/service.ts';
import type { Service } from './story.ts';

/** By default, a server suggests continuing as new at 4,096 events. With this limit, a few commands are enough. */
const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': 60 };

/** Starts the whole service with its own Temporal server, which suggests continuing as new early. */
export async function startStoryService(): Promise<Service> {
  const dir = await mkdtemp(join(tmpdir(), 'stories-'));
  const supervisor = new Supervisor({});
  afterAll(async () => {
    await supervisor.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const program = await temporalProgram(process.env, console.log);
  const address = await startTemporal(supervisor, {
    dir,
    port: await freePort(),
    webPort: null,
    program,
    dynamicConfig,
  });
  const connection = await Connection.connect({ address });
  await registerNamespace(connection, inject('servers').temporalNamespace);
  await connection.close();
  // The sandbox review is short enough for the stories.
  return startService({ liveMode: true, sandboxReviewDelayMs: 2000, temporalAddress: address });
}

/**
 * Waits for the end of a story. Returns the history of each run of its workflow as JSON, from the first to the last.
 */
export async function historiesOf({ stack }: Service, play: Promise<string>): Promise<object[]> {
  const workflowId = await play;
  const { workflow } = stack.client;
  await workflow.getHandle(workflowId).result();
  const newest = (await workflow.getHandle(workflowId).describe()).runId;
  const listed = async () => {
    const runs: { runId: string; startTime: Date }[] = [];
    for await (const run of workflow.list({ query: `WorkflowId = '${workflowId}'` })) runs.push(run);
    return runs.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime()).map(({ runId }) => runId);
  };
  await vi.waitUntil(async () => (await listed()).includes(newest), { timeout: 60_000, interval: 200 });
  const histories: object[] = [];
  for (const runId of await listed()) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push(JSON.parse(historyToJSON(history)) as object);
  }
  return histories;
}
