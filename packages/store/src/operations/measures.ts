import { finishedStates } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

// What operators watch, over all organizations. Asked every few seconds by one kind of process.

export interface CaseCount {
  state: string;
  mode: string;
  cases: number;
  /** Of these, open ones with a step that waits for operators. */
  stuck: number;
}

/** How many cases there are in each state and mode. One index answers it, however many there are. */
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
  /** How long the one that has waited longest has been due; 0 where none is. */
  oldestSeconds: number;
}

/** What is due to be sent and was not tried yet: mail and webhooks whose next try is past due. */
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
