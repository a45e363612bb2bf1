import {
  type AttorneyWork,
  attorneyWorkIn,
  type CaseFacts,
  type CaseRecord,
  type State,
  statesOfWork,
} from '@evict/case-model';
import { reasonsOf } from './attorney-desk.ts';
import { eligibleSql } from './attorneys/eligibility.ts';
import { currentOrigin } from './audit/origin.ts';
import { presentAddress, presentAttention } from './cases/present.ts';
import type { CaseRow } from './cases/types.ts';
import { allRows, raw, sql, type Store } from './database/store.ts';
import { readRecord } from './decisions/versions.ts';
import { newIdSql } from './ids.ts';
import { foldForSearch } from './search-text.ts';

/** Which of an attorney's cases to list, and in what order. */
export interface AttorneyCaseQuery {
  attorneyId: string;
  waitsFor: AttorneyWork | null;
  /** Part of a name, an address or the court's case number, as the user typed it. Null lists all cases. */
  q: string | null;
  /** Sorts by the date of the next deadline, soonest first, or by the last change, newest first. */
  sort: 'nextDate' | 'updatedAt';
  after: AttorneyCaseEnd | null;
  limit: number;
}

/** Where a page ended: the sort key and id of its last case. */
export interface AttorneyCaseEnd {
  key: string;
  id: string;
}

export interface AttorneyCaseRow {
  id: string;
  state: State;
  ground: CaseRow['ground'];
  parties: CaseFacts['parties'];
  property: CaseFacts['property'];
  courtCaseNumber: string | null;
  nextDate: { date: string; name: string } | null;
  unreadNotes: number;
  attention: string[];
  updatedAt: Date;
  key: string;
}

/**
 * Lists an attorney's live cases in the states where the attorney is licensed, and none if the attorney isn't verified.
 * Returns up to `limit` cases, plus one if there are more. For each case on the page, records at most once an hour that
 * its names and address were listed.
 */
export async function listAttorneyCases(store: Store, query: AttorneyCaseQuery): Promise<AttorneyCaseRow[]> {
  const { attorneyId, waitsFor, q, sort, after, limit } = query;
  const { credentialId, network } = currentOrigin();
  const states = waitsFor && statesOfWork(waitsFor);
  const asked = q === null ? null : foldForSearch(q);
  const isFound = sql`(${asked}::text IS NULL OR EXISTS (SELECT FROM "CaseSearch" s WHERE s."caseId" = c.id AND position(${asked} IN s.text) > 0))`;
  // Sort keys are strings: a day, or a timestamp that counts down, so the newest sorts first.
  const key = raw(
    sort === 'nextDate'
      ? `coalesce(upcoming.date, '9999')`
      : `to_char(9999999999999 - extract(epoch FROM c."updatedAt") * 1000, 'FM0000000000000')`,
  );
  const rows = await allRows<Omit<AttorneyCaseRow, 'attention'> & { record: CaseRecord | null }>(store)`
    WITH found AS MATERIALIZED (
      SELECT c.id, c."organizationId", c.state, c.ground, c.facts -> 'parties' AS parties, c.facts -> 'property' AS property,
        c."courtCaseNumber", c.record, c."updatedAt", ${key} AS key,
        CASE WHEN upcoming.date IS NOT NULL THEN json_build_object('date', upcoming.date, 'name', upcoming.name) END
          AS "nextDate"
      FROM "Case" c JOIN "User" u ON u.id = c."attorneyId" LEFT JOIN LATERAL (
        SELECT d ->> 'date' AS date, d ->> 'name' AS name FROM jsonb_array_elements(c.deadlines) d
        WHERE d ->> 'date' >= to_char(now() AT TIME ZONE 'Pacific/Honolulu', 'YYYY-MM-DD') ORDER BY 1, 2 LIMIT 1
      ) upcoming ON true
      WHERE c."attorneyId" = ${attorneyId} AND c.mode = 'live' AND c."erasedAt" IS NULL
        AND ${raw(eligibleSql('c.jurisdiction'))}
        AND (${states}::text[] IS NULL OR c.state = ANY (${states}::text[])) AND ${isFound}
        AND (${key}, c.id) > (${after?.key ?? ''}, ${after?.id ?? ''})
      ORDER BY ${key}, c.id LIMIT ${limit}::int + 1
    ), recorded AS (
      INSERT INTO "TenantDataView" (id, "caseId", "organizationId", "actorType", actor, what, "credentialId", network)
      SELECT ${raw(newIdSql('event'))}, f.id, f."organizationId", 'attorney', ${attorneyId}, 'list', ${credentialId}, ${network}
      FROM (SELECT * FROM found ORDER BY key, id LIMIT ${limit}::int) f
      WHERE NOT EXISTS (SELECT FROM "TenantDataView" v WHERE v."caseId" = f.id
        AND v.actor = ${attorneyId} AND v.what = 'list' AND v."createdAt" > now() - interval '1 hour')
    )
    SELECT found.id, found.state, found.ground, found.parties, found.property, found."courtCaseNumber", found.record,
      found."updatedAt", found.key, found."nextDate", (
      SELECT count(*)::int FROM "Note" n WHERE n."caseId" = found.id AND n."writtenBy" = 'customer'
        AND n."createdAt" > coalesce((SELECT max(v."createdAt") FROM "TenantDataView" v
          WHERE v."caseId" = found.id AND v.actor = ${attorneyId} AND v.what = 'notes'), '-infinity')
    ) AS "unreadNotes"
    FROM found ORDER BY key, id`;
  return rows.map(({ record, ...row }) => ({ ...row, attention: reasonsOf(readRecord(record)) }));
}

/** Returns a case for its attorney's list, with the caption and address by which the attorney recognizes it. */
export function presentAttorneyCase({ parties, property, attention: reasons, key: _key, ...row }: AttorneyCaseRow) {
  const namesOf = (role: 'plaintiff' | 'defendant') => {
    const [first = '', ...others] = parties.filter((party) => party.role === role).map(({ name }) => name);
    return others.length === 0 ? first : `${first} et al.`;
  };
  return {
    ...row,
    caption: `${namesOf('plaintiff')} v. ${namesOf('defendant')}`,
    address: presentAddress(property),
    waitsFor: attorneyWorkIn(row.state),
    attention: presentAttention(reasons),
    updatedAt: row.updatedAt.toISOString(),
  };
}
