import { finishedStates, isFinished, modes, type State, states } from '@evict/case-model';
import { chargeBacklog } from '../charges/checkouts.ts';
import { allRows, sql, type Statement, type Store } from '../database/store.ts';

// Measurements for operators, across all organizations. Only the outbox worker runs these queries, at most every 15
// seconds.

export interface CaseCount {
  state: string;
  mode: string;
  cases: number;
  /** Open cases with a failed step that isn't retried automatically, so it waits for operators. */
  stuck: number;
}

/** The states in which a case can still change. Only a small share of stored cases are in them. */
export const openStates = states.filter((state) => !isFinished(state));

/**
 * Counts the cases in these states by state and mode. Reads only the part of an index for these states, which takes
 * about 50 ms for a million cases.
 */
export async function measureCases(store: Store, among: readonly State[]): Promise<CaseCount[]> {
  return allRows<CaseCount>(store)`${countCases(among)}`;
}

/** Returns the query that `measureCases` runs. */
export function countCases(among: readonly State[]): Statement {
  return sql`SELECT state, mode, count(*)::int AS cases,
      (count(*) FILTER (
        WHERE "failedStep" IS NOT NULL AND "retryAt" IS NULL AND state <> ALL (${finishedStates})))::int AS stuck
    FROM "Case" WHERE mode = ANY (${modes}) AND state = ANY (${among}) GROUP BY state, mode`;
}

export interface Backlog {
  channel: 'mail' | 'charge' | 'webhook';
  waiting: number;
  /** How long the oldest row has been due, in seconds. 0 if no row is due. */
  oldestSeconds: number;
}

/**
 * Measures due emails, charges and webhook deliveries. Deliveries to failing endpoints don't count, because they wait
 * for their receiver.
 */
export async function measureBacklog(store: Store): Promise<Backlog[]> {
  return allRows<Backlog>(store)`
    SELECT 'mail' AS channel, count(*)::int AS waiting,
        coalesce(extract(epoch FROM now() - min("dueAt")), 0)::float8 AS "oldestSeconds"
      FROM "Mail" WHERE "dueAt" <= now()
      UNION ALL
      SELECT 'webhook', count(*)::int, coalesce(extract(epoch FROM now() - min("dueAt")), 0)::float8
      FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.status = 'pending' AND d."dueAt" <= now() AND e."failingSince" IS NULL
      UNION ALL
      SELECT 'charge', waiting, "oldestSeconds" FROM (${chargeBacklog}) charges`;
}
