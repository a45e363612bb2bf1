import type { Mode } from '@evict/case-model';
import { allIds, allRows, raw, type Store } from '../database/store.ts';

/** A link with the row that it names; the row is gone where no kind is there. An entry of an audit counts as a read. */
export interface LinkRow {
  position: number;
  eventId: string;
  linkedAt: Date;
  detailHash: string;
  previousHash: string;
  hash: string;
  isEvent: boolean;
  isRead: boolean;
  action: string;
  actorType: string;
  fromState: string | null;
  toState: string | null;
  sequence: number | null;
  commandId: string | null;
  internal: boolean;
  createdAt: Date;
  detail: Record<string, unknown> | null;
  salt: string | null;
  reader: Record<string, unknown>;
  readAt: Date;
}

/** What the chain of a case, or of an organization, has to agree with, of the same moment as the page. */
export interface ChainEnd {
  /** Null where the case has no chain. */
  headPosition: number | null;
  headHash: string | null;
  /** Of its last event, as the row of the case has it, and 0 for an organization; null where the row is gone. */
  caseSequence: number | null;
  mode: Mode | null;
  erasedAt: Date | null;
  /** By stage, as the row of the case has them. */
  approvals: Record<string, { documentHashes: string[] } | null> | null;
}

export interface ChainPage {
  end: ChainEnd;
  links: LinkRow[];
}

export const pageSize = 500;

/** The links of a case after a position, at most a page of them, with the end of the chain in the same snapshot. */
export async function readChainPage(store: Store, caseId: string, after: number): Promise<ChainPage> {
  const rows = await allRows<ChainEnd & LinkRow & { position: number | null }>(store)`
    SELECT h.position AS "headPosition", encode(h.hash, 'hex') AS "headHash",
      CASE WHEN o.id IS NULL THEN c.sequence ELSE 0 END AS "caseSequence",
      CASE WHEN o.id IS NULL THEN c.mode ELSE 'live' END AS mode, c."erasedAt", c.record #> '{approvals}' AS approvals, l.*
    FROM (SELECT ${caseId}::text AS id) given
    LEFT JOIN "Case" c ON c.id = given.id
    LEFT JOIN "Organization" o ON o.id = given.id
    LEFT JOIN "ChainHead" h ON h."caseId" = given.id
    LEFT JOIN LATERAL (
      SELECT k.position, k."eventId", k."createdAt" AS "linkedAt", encode(k."detailHash", 'hex') AS "detailHash",
        encode(k."previousHash", 'hex') AS "previousHash", encode(k.hash, 'hex') AS hash,
        e.id IS NOT NULL AS "isEvent", v.id IS NOT NULL OR a.id IS NOT NULL AS "isRead",
        e.action, e."actorType", e."fromState", e."toState", e.sequence, e."commandId", e.internal, e."createdAt",
        e.detail, e.salt, coalesce(v."createdAt", a."createdAt") AS "readAt",
        CASE WHEN a.id IS NULL THEN jsonb_build_object('actorType', v."actorType", 'actor', v.actor, 'what', v.what)
          ELSE to_jsonb(a) - 'createdAt' END AS reader
      FROM "ChainLink" k
      LEFT JOIN "CaseEvent" e ON e.id = k."eventId" AND e."caseId" = k."caseId"
      LEFT JOIN "TenantDataView" v ON v.id = k."eventId" AND v."caseId" = k."caseId"
      LEFT JOIN "AuditEvent" a ON a.id = k."eventId" AND a."organizationId" = k."caseId"
      WHERE k."caseId" = ${caseId} AND k.position > ${after} ORDER BY k.position LIMIT ${raw(pageSize)}
    ) l ON true
    ORDER BY l.position`;
  const [end] = rows;
  if (!end) throw new Error('the page of a chain has no row');
  return { end, links: rows.filter(({ position }) => position !== null) };
}

/** The ids of events and reads of a case, or of an audit, that no link names, at most ten. */
export async function listUnlinked(store: Store, caseId: string): Promise<string[]> {
  return allIds(store)`
    SELECT id FROM (
        SELECT id FROM "CaseEvent" WHERE "caseId" = ${caseId}
        UNION ALL SELECT id FROM "TenantDataView" WHERE "caseId" = ${caseId}
        UNION ALL SELECT id FROM "AuditEvent" WHERE "organizationId" = ${caseId}
      ) r WHERE NOT EXISTS (SELECT FROM "ChainLink" l WHERE l."caseId" = ${caseId} AND l."eventId" = r.id) LIMIT 10`;
}

/** Ids of cases, of organizations and of chains after an id, in order. */
export async function listChainedCases(store: Store, after: string, count: number): Promise<string[]> {
  return allIds(store)`
    (SELECT id FROM "Case" WHERE id > ${after} ORDER BY id LIMIT ${count}) UNION
      (SELECT id FROM "Organization" WHERE id > ${after} ORDER BY id LIMIT ${count}) UNION
      (SELECT "caseId" FROM "ChainHead" WHERE "caseId" > ${after} ORDER BY "caseId" LIMIT ${count})
      ORDER BY 1 LIMIT ${count}`;
}
