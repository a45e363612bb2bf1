import type { Attested, CaseFacts, GateResults, InternalAction } from '@evict/case-model';
import { poolOf, prismaOf, type Store } from '../database/store.ts';
import { type Exhibit, exhibitsOf, exhibitsSql } from '../documents/exhibits.ts';

// The data that documents are rendered from. These functions throw if the case has no row.

export interface DocumentInputs {
  facts: CaseFacts;
  exhibits: Exhibit[];
  /** The papers that the service has made for the case, newest first. */
  made: { specId: string; filename: string; contentHash: string }[];
  courtCaseNumber: string | null;
}

export async function getDocumentInputs(store: Store, caseId: string): Promise<DocumentInputs> {
  const { rows } = await poolOf(store).query<DocumentInputs>({
    name: 'document-inputs',
    text: inputs,
    values: [caseId],
  });
  if (!rows[0]) throw new Error('the case has no row');
  return rows[0];
}

const inputs = `SELECT c.facts, c."courtCaseNumber", ${exhibitsSql} AS exhibits,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('specId', d."specId", 'filename', d.filename,
        'contentHash', d."contentHash") ORDER BY d."createdAt" DESC, d.id DESC), '[]')
      FROM "Document" d WHERE d."caseId" = c.id AND d."specId" IS NOT NULL) AS made
  FROM "Case" c WHERE c.id = $1`;

/**
 * Returns a case's facts, gates, uploads and last attestation. Reads the version before the uploads. If an upload
 * arrives in between, a summary with this version counts as outdated and is made again.
 */
export async function getSummaryInputs(
  store: Store,
  caseId: string,
): Promise<{
  facts: CaseFacts;
  gates: GateResults;
  factsVersion: number;
  exhibits: Exhibit[];
  attested: AttestedAt | null;
}> {
  const select = { facts: true, gates: true, factsVersion: true };
  const row = await prismaOf(store).case.findUniqueOrThrow({ where: { id: caseId }, select });
  return {
    facts: row.facts as unknown as CaseFacts,
    gates: row.gates as unknown as GateResults,
    factsVersion: row.factsVersion,
    exhibits: await exhibitsOf(store, caseId),
    attested: await lastAttested(store, caseId),
  };
}

/** The attestations at the last submit, with their author and time. */
export interface AttestedAt extends Attested {
  by: string | null;
  organizationId: string;
  /** ISO 8601. */
  at: string;
}

async function lastAttested(store: Store, caseId: string): Promise<AttestedAt | null> {
  const event = await prismaOf(store).caseEvent.findFirst({
    where: { caseId, action: 'attested' satisfies InternalAction },
    orderBy: { createdAt: 'desc' },
    select: { detail: true, createdAt: true },
  });
  if (!event?.detail) return null;
  const detail = event.detail as unknown as Omit<AttestedAt, 'at'>;
  return { ...detail, at: event.createdAt.toISOString() };
}
