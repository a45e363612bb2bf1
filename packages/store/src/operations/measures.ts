import { finishedStates } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

// What operators monitor, over all organizations. One kind of process queries it every few seconds.

export interface CaseCount {
  state: string;
  mode: string;
  cases: number;
  /** Open cases with a step that waits for operators. */
  stuck: number;
}

/** The number of cases by state and mode. An index-only query. */
export async function measureCases(store: Store): Promise<CaseCount[]> {
  const { rows } = await poolOf(store).query<CaseCount>({
    name: 'measure-cases',
    text: `SELECT state, mode, count(*)::int AS cases,
        (count(*) FILTER (WHERE "failedStep" IS NOT NULL AND "retryAt" IS NULL AND state <> ALL ($1)))::int AS stuck
      FROM "Case" GROUP BY state, mode`,
    values: [finishedStates],
  });
  return rows;
}

export interface Backlog {
  channel: 'mail' | 'webhook';
  waiting: number;
  /** For how long the oldest has been due; 0 if there is none. */
  oldestSeconds: number;
}

/** Mails and webhook deliveries that are due. */
export async function measureBacklog(store: Store): Promise<Backlog[]> {
  const { rows } = await poolOf(store).query<Backlog>({
    name: 'measure-backlog',
    text: `SELECT 'mail' AS channel, count(*)::int AS waiting,
        coalesce(extract(epoch FROM now() - min("dueAt")), 0)::float8 AS "oldestSeconds"
      FROM "Mail" WHERE "dueAt" <= now()
      UNION ALL
      SELECT 'webhook', count(*)::int, coalesce(extract(epoch FROM now() - min("dueAt")), 0)::float8
      FROM "WebhookDelivery" WHERE status = 'pending' AND "dueAt" <= now()`,
  });
  return rows;
}
