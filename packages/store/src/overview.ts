import { finishedStates, type PreparedNextAction, type State } from '@evict/case-model';
import type { Scope } from './cases/types.ts';
import { firstRow, raw, type Store } from './database/store.ts';

interface OfCase {
  caseId: string;
  address: string;
  reference: string | null;
}

export interface OverviewRow {
  needsYou: (OfCase & { state: State; nextAction: PreparedNextAction; updatedAt: string })[];
  needsYouTotal: number;
  upcoming: (OfCase & { name: string; date: string })[];
  due: (OfCase & { description: string; amountCents: number })[];
  dueCents: number;
}

const caseColumns = raw(`'caseId', c.id, 'reference', c.reference,
  'address', concat_ws(', ', c.facts #>> '{property,line1}', c.facts #>> '{property,unit}', c.facts #>> '{property,city}')`);
// Written as literals to match the conditions of the indexes.
const isOpen = raw(
  `c."erasedAt" IS NULL AND c.state NOT IN (${finishedStates.map((state) => `'${state}'`).join(', ')})`,
);

/**
 * Reads the open cases that wait for the customer (last changed first), the deadlines of open cases in the next `days`
 * days (nearest first), and the fees due (oldest first), up to `most` of each. Counts at most `mostCounted` waiting
 * cases.
 */
export async function readOverview(
  store: Store,
  { organizationId, mode }: Scope,
  { most, days, mostCounted }: { most: number; days: number; mostCounted: number },
): Promise<OverviewRow> {
  // The dates of a test case are in UTC. A day of a live case has passed once it is over in every US state.
  const zone = mode === 'test' ? 'UTC' : 'Pacific/Honolulu';
  const row = await firstRow<OverviewRow>(store)`
    WITH waiting AS MATERIALIZED (
      SELECT c.id, c."updatedAt" FROM "Case" c
      WHERE c."organizationId" = ${organizationId} AND c.mode = ${mode} AND ${isOpen}
        AND c."nextAction" ->> 'by' = 'customer'
      ORDER BY c."updatedAt" DESC, c.id DESC LIMIT ${mostCounted}
    ), dates AS (
      SELECT c.id, d ->> 'name' AS name, d ->> 'date' AS date
      FROM "Case" c CROSS JOIN LATERAL jsonb_array_elements(c.deadlines) d
      WHERE c."organizationId" = ${organizationId} AND c.mode = ${mode} AND ${isOpen} AND c.deadlines <> '[]'
        AND d ->> 'date' BETWEEN
          to_char((now() + c."clockAheadMs" * interval '1 ms') AT TIME ZONE ${zone}::text, 'YYYY-MM-DD')
          AND to_char((now() + c."clockAheadMs" * interval '1 ms') AT TIME ZONE 'UTC' + make_interval(days => ${days}), 'YYYY-MM-DD')
      ORDER BY 3, 1 LIMIT ${most}
    ), charges AS MATERIALIZED (
      SELECT c.id, h.description, h."amountCents", h."createdAt" FROM "Charge" h JOIN "Case" c ON c.id = h."caseId"
      WHERE h.state = 'due' AND c.mode = 'live' AND c."organizationId" = ${organizationId} AND c.mode = ${mode} AND c."erasedAt" IS NULL
    )
    SELECT (SELECT count(*)::int FROM waiting) AS "needsYouTotal",
      (SELECT coalesce(sum("amountCents"), 0)::float8 FROM charges) AS "dueCents",
      (SELECT coalesce(json_agg(json_build_object(${caseColumns}, 'state', c.state, 'nextAction', c."nextAction",
          'updatedAt', c."updatedAt") ORDER BY w."updatedAt" DESC, w.id DESC), '[]')
        FROM (SELECT * FROM waiting ORDER BY "updatedAt" DESC, id DESC LIMIT ${most}) w JOIN "Case" c USING (id)) AS "needsYou",
      (SELECT coalesce(json_agg(json_build_object(${caseColumns}, 'name', d.name, 'date', d.date)
          ORDER BY d.date, d.id), '[]') FROM dates d JOIN "Case" c USING (id)) AS upcoming,
      (SELECT coalesce(json_agg(json_build_object(${caseColumns}, 'description', h.description,
          'amountCents', h."amountCents") ORDER BY h."createdAt", h.id), '[]')
        FROM (SELECT * FROM charges ORDER BY "createdAt", id LIMIT ${most}) h JOIN "Case" c USING (id)) AS due`;
  return row as OverviewRow;
}
