import { readConfig, shared, type Environment } from '@evict/config';
import { createClient } from '@evict/temporal';
import { fastForward } from '@evict/temporal/fast-forward';
import { caseWorkflowId } from '@evict/temporal/messages';
import { Connection } from '@temporalio/client';
import { environmentOfLastRun } from '../../last-run.ts';

const longestMs = 30 * 24 * 3_600_000;

/** Lets Temporal skip the clock of one case to its next timer, as the sandbox does. The timer itself is the case's own. */
export async function skipToTimer(env: Environment, caseId: string): Promise<void> {
  const { temporalAddress, temporalNamespace } = shared;
  const config = readConfig(await environmentOfLastRun(env, 'ops'), { temporalAddress, temporalNamespace });
  const connection = await Connection.connect({ address: config.temporalAddress });
  try {
    const client = createClient({ connection, namespace: config.temporalNamespace });
    const workflowId = caseWorkflowId(caseId);
    await fastForward(client, { workflowId, durationMs: longestMs, deadline: Date.now() + 10_000 });
  } finally {
    await connection.close();
  }
}
