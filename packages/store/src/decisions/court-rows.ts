import { isDeepStrictEqual } from 'node:util';
import type { CaseRecord } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';

/** Returns the CTEs that write changed service attempts and filings to the tables that readers use. */
export function writeCourtRows(before: CaseRecord, after: CaseRecord): Prisma.Sql[] {
  const attempts = changed(before.serviceAttempts, after.serviceAttempts);
  const filings = changed(before.filings, after.filings);
  return [
    ...(attempts.length === 0
      ? []
      : [
          Prisma.sql`attempt AS (
            INSERT INTO "ServiceAttempt" (id, "caseId", stage, method, "partyIndex", status, "servedDate", expires,
              citation, "failureReason")
            SELECT a.id, moved.id, a.stage, a.method, a."partyIndex", a.status, a."servedDate", a.expires, a.citation,
              a."failureReason"
            FROM moved, jsonb_populate_recordset(NULL::"ServiceAttempt", ${JSON.stringify(attempts)}::jsonb) AS a
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, "servedDate" = excluded."servedDate",
              expires = excluded.expires, citation = excluded.citation, "failureReason" = excluded."failureReason")`,
        ]),
    ...(filings.length === 0
      ? []
      : [
          Prisma.sql`filing AS (
            INSERT INTO "Filing" (id, "caseId", status, "envelopeId", "courtCaseNumber", "filedOn", "rejectionReasons")
            SELECT f.id, moved.id, f.status, f."envelopeId", f."courtCaseNumber", f."filedOn",
              nullif(f."rejectionReasons", 'null')
            FROM moved, jsonb_populate_recordset(NULL::"Filing", ${JSON.stringify(filings)}::jsonb) AS f
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, "envelopeId" = excluded."envelopeId",
              "courtCaseNumber" = excluded."courtCaseNumber", "filedOn" = excluded."filedOn",
              "rejectionReasons" = excluded."rejectionReasons")`,
        ]),
  ];
}

function changed<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter(
    (one) =>
      !isDeepStrictEqual(
        before.find(({ id }) => id === one.id),
        one,
      ),
  );
}
