import { casesTaskQueue, createClient } from '@evict/temporal';
import { Connection } from '@temporalio/client';
import { marylandFacts } from '../../e2e/support/live.ts';
import { submittedCase } from '../alerts/cause.ts';
import { expecting, newAttorney, sendAs, signUp } from '../support/customers.ts';
import { startLocalStack } from '../support/local-stack.ts';
import type { Options, Outcome } from '../support/outcome.ts';
import { until } from '../support/until.ts';
import { attackDatabase, tryTables } from './database.ts';
import { attackTemporal, temporalAttacks } from './temporal.ts';

/**
 * Somebody has taken a process over: under the role of each in turn they try every table and play every attack on it, and
 * with the certificate of one every method of Temporal, on the processes of `npm start`.
 */
export async function run({ env }: Options): Promise<Outcome> {
  const stack = await startLocalStack(env);
  const connection = await Connection.connect({ address: stack.temporal });
  const db = await stack.store.pool.connect();
  try {
    const [verdicts, tables] = [await attackDatabase(db), await tryTables(db)];
    const faults = Object.entries(verdicts).flatMap(([name, found]) =>
      Object.entries(found).flatMap(([role, verdict]) => (verdict === 'succeeded' ? [`${role}: ${name}`] : [])),
    );
    await newAttorney(stack.store);
    const customer = await signUp(stack.api);
    const caseId = await submittedCase(stack as never, customer, 'live');
    const { id: ended } = await expecting(
      201,
      sendAs(stack.api, customer.live, 'POST', '/v1/cases', { body: marylandFacts() }),
    );
    await expecting(200, sendAs(stack.api, customer.live, 'POST', `/v1/cases/${ended}/withdraw`));
    await until(async () => {
      const { state } = await expecting(200, sendAs(stack.api, customer.live, 'GET', `/v1/cases/${caseId}`));
      if (state !== 'notice_review') throw new Error(`the case is ${state}`);
    });
    const site = { client: createClient({ connection, namespace: stack.namespace }), taskQueue: casesTaskQueue };
    for (const name of await attackTemporal(site, db, caseId, [ended])) faults.push(`Temporal: ${name}`);
    const rows = Object.entries(tables).map(([table, of]) => ({ table, ...of }));
    console.log(`${Object.keys(verdicts).length + Object.keys(temporalAttacks).length} attacks were played`);
    return { rows, faults };
  } finally {
    db.release();
    await connection.close();
    await stack.stop();
  }
}
