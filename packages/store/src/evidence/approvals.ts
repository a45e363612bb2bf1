import { allRows, type Store } from '../database/store.ts';

/**
 * Checks the approvals of a live case and returns the faults in plain words. Each approval in the history needs a
 * command of its attorney, unless the case was erased, which removes commands. Each approval in the case's record must
 * be in the history.
 */
export async function verifyApprovals(store: Store, caseId: string): Promise<string[]> {
  const rows = await allRows<{ fault: string }>(store)`
    WITH given AS (
      SELECT e.id, e."commandId", e.detail ->> 'reviewer' AS reviewer, e.detail -> 'documentHashes' AS hashes
      FROM "CaseEvent" e
      WHERE e."caseId" = ${caseId} AND e.action = 'review_recorded' AND e.detail ->> 'decision' = 'approve'
    ), checked AS (SELECT * FROM "Case" c WHERE c.id = ${caseId} AND c.mode = 'live')
    SELECT 'the approval ' || given.id || ' has no command of its attorney' AS fault FROM given, checked c
    WHERE c."erasedAt" IS NULL AND NOT EXISTS (
      SELECT FROM "Command" k WHERE k.id = given."commandId" AND k."caseId" = c.id AND k.author = 'attorney'
        AND k.kind = 'review' AND k.body ->> 'decision' = 'approve' AND k."authorId" = given.reviewer
        AND k.body -> 'documentHashes' @> given.hashes AND k.body -> 'documentHashes' <@ given.hashes)
    UNION ALL
    SELECT 'the case has an approval of its ' || a.of || ' that is not in its history' FROM checked c, LATERAL (VALUES
      ('notice', c.record #> '{approvals,notice}'), ('filing', c.record #> '{approvals,filing}'),
      ('amendment', c.record #> '{amendment,approval}')) a (of, approval)
    WHERE jsonb_typeof(a.approval) = 'object' AND NOT EXISTS (
      SELECT FROM given WHERE given.reviewer = a.approval ->> 'reviewer'
        AND given.hashes @> (a.approval -> 'documentHashes') AND given.hashes <@ (a.approval -> 'documentHashes'))`;
  return rows.map(({ fault }) => fault);
}
