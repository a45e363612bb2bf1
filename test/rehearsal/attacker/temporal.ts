import { randomUUID } from 'node:crypto';
import { commandUpdates, lookSignal } from '@evict/temporal/messages';
import { retentionRules, retentionWorkflowType } from '@evict/temporal/retention';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Run } from './world.ts';

/** A Temporal server as everybody reaches it who has a certificate of the service: all have the same rights there. */
export interface Site {
  client: Client;
  taskQueue: string;
}

type Attack = (site: Site, caseId: string) => Promise<unknown>;

const forged = { days: 0, now: Date.now() + 1e12, state: 'notice_approved', author: 'attorney', eligible: true };

const activity =
  (name: string, inputs: (caseId: string) => readonly object[]): Attack =>
  async ({ client, taskQueue }, caseId) => {
    for (const input of inputs(caseId)) {
      const options = { id: randomUUID(), taskQueue, args: [input], scheduleToCloseTimeout: '1m' } as const;
      await client.activity.execute(name, { ...options, retry: { maximumAttempts: 1 } });
    }
  };

/** Every method by which the service, or its retention, is called, with what an attacker would say. */
const temporalAttacks: Readonly<Record<string, Attack>> = {
  'an Update of each kind that names no command': async ({ client }, caseId) => {
    for (const { definition } of Object.values(commandUpdates)) {
      const args = [{ ...forged, commandId: randomUUID() }] as never;
      await client.workflow.getHandle(caseId).executeUpdate(definition, { args });
    }
  },
  'signals, known and unknown': async ({ client }, caseId) => {
    const handle = client.workflow.getHandle(caseId);
    await handle.signal(lookSignal);
    await handle.signal('approve', forged);
  },
  'another workflow for the case': async ({ client, taskQueue }, caseId) => {
    const args = [{ ...forged, caseId }];
    const handle = await client.workflow.start('evictionCase', { workflowId: randomUUID(), taskQueue, args });
    await handle.query('wait');
    await handle.terminate();
  },
  'a workflow of its own under the id of the case': async ({ client, taskQueue }, caseId) => {
    await client.workflow.getHandle(caseId).terminate();
    const args = [{ ...forged, caseId }];
    const handle = await client.workflow.start('evictionCase', { workflowId: caseId, taskQueue, args });
    await handle.query('wait');
  },
  'a decision without a workflow': activity('decideAndRecord', (caseId) => [
    { ...forged, caseId, commandId: randomUUID() },
  ]),
  'what falls due, early': activity('performDue', (caseId) => [{ ...forged, caseId }]),
  'each rule of retention, due at once': activity('applyRetention', () =>
    retentionRules.map((rule) => ({ ...forged, rule, after: '' })),
  ),
  'retention with counts and rules of its own': async ({ client, taskQueue }) => {
    const counts = Object.fromEntries(retentionRules.map((rule) => [rule, { done: 0, failed: 0 }]));
    const args = [{ ...forged, progress: { rule: 'finished_live', after: '', counts } }];
    const options = { workflowId: randomUUID(), taskQueue, args };
    await client.workflow.execute(retentionWorkflowType, options);
  },
  'a cancellation and an end': async ({ client }, caseId) => {
    const handle = client.workflow.getHandle(caseId);
    await handle.cancel();
    // The cancellation may have ended it.
    await handle.terminate().catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  },
};

/** Plays each against a case; returns those after which its row, its history or its documents were others. */
export async function attackTemporal(
  site: Site,
  db: Run,
  caseId: string,
  others: readonly string[],
): Promise<string[]> {
  const succeeded: string[] = [];
  for (const [name, attack] of Object.entries(temporalAttacks)) {
    const before = await traceOf(db, [caseId, ...others]);
    await attack(site, caseId);
    if ((await traceOf(db, [caseId, ...others])) !== before) succeeded.push(name);
  }
  return succeeded;
}

async function traceOf(db: Run, caseIds: readonly string[]): Promise<string> {
  const { rows } = await db.query(
    `SELECT c.id, c.state, c.record, c.version, c.facts, c."erasedAt",
      (SELECT count(*) FROM "CaseEvent" e WHERE e."caseId" = c.id) AS events,
      (SELECT count(*) FROM "Document" d WHERE d."caseId" = c.id) AS documents
      FROM "Case" c WHERE c.id = ANY ($1) ORDER BY c.id`,
    [caseIds],
  );
  return JSON.stringify(rows);
}
