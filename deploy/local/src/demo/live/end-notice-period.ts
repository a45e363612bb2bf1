import { readConfig, shared, type Environment } from '@evict/config';
import { CaseProcesses, createClient } from '@evict/temporal';
import { Connection } from '@temporalio/client';
import { environmentOfLastRun } from '../../last-run.ts';
import { endNoticePeriod as endPeriod } from '../../pass-time.ts';
import { withClient } from '../../postgres.ts';

/** Lets the days of a notice period pass, as the owner of the stack. It then ends by itself. */
export async function endNoticePeriod(env: Environment, caseId: string): Promise<void> {
  const { databaseUrl, temporalAddress, temporalNamespace } = shared;
  const settings = { databaseUrl, temporalAddress, temporalNamespace };
  const config = readConfig(await environmentOfLastRun(env), settings);
  const connection = await Connection.connect({ address: config.temporalAddress });
  try {
    const client = createClient({ connection, namespace: config.temporalNamespace });
    const processes = new CaseProcesses(client);
    await withClient(config.databaseUrl, (pool) => endPeriod({ store: { pool }, processes }, { caseId }));
  } finally {
    await connection.close();
  }
}
