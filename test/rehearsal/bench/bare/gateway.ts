/**
 * The bare counterpart of a gateway, with only Koa and node-postgres, and one named statement per request. Its argument
 * is the URL of the database. It sends its own URL to the parent process when it is ready.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';

const [connectionString = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });

const columns = `c.id, c.mode, c.state, c."heldFrom", c.facts, c."packVersions", c.progress, c.deadlines,
  c."courtCaseNumber", c.reference, c."nextAction", c.clock, c."createdAt", c."updatedAt",
  CASE WHEN c."attorneyAccepted" THEN (
    SELECT json_build_object('name', u.name, 'licensedIn', l.state, 'barNumber', l."barNumber")
    FROM "User" u LEFT JOIN "AttorneyLicense" l ON l."attorneyId" = u.id AND l.state = c.jurisdiction
    WHERE u.id = c."attorneyId") END AS attorney,
  (SELECT coalesce(json_agg(json_build_object(
      'id', d.id, 'kind', d.kind, 'specId', d."specId", 'filename', d.filename, 'contentHash', d."contentHash", 'authorId', d."authorId", 'createdAt', d."createdAt"
    ) ORDER BY d."createdAt", d."specId", d.id), '[]')
    FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded) AS documents`;
const ofKey = `JOIN "ApiKey" k ON k."organizationId" = c."organizationId" AND k.mode = c.mode
  AND k.hash = $1 AND k."revokedAt" IS NULL`;
const one = `SELECT ${columns} FROM "Case" c ${ofKey} WHERE c.id = $2 AND c."erasedAt" IS NULL`;
const page = `SELECT ${columns} FROM "ApiKey" k CROSS JOIN LATERAL (
    SELECT * FROM "Case" own WHERE own."organizationId" = k."organizationId" AND own.mode = k.mode
      AND own."erasedAt" IS NULL ORDER BY own."createdAt" DESC, own.id DESC LIMIT 21
  ) c WHERE k.hash = $1 AND k."revokedAt" IS NULL ORDER BY c."createdAt" DESC, c.id DESC`;

const app = new Koa();
app.use(async (ctx) => {
  const hash = createHash('sha256').update(ctx.get('authorization').slice('Bearer '.length)).digest();
  const [, , , id] = ctx.path.split('/');
  const { rows } = await pool.query<CaseRow>(
    id === undefined ? { name: 'page', text: page, values: [hash] } : { name: 'one', text: one, values: [hash, id] },
  );
  if (id === undefined) ctx.body = { items: rows.map(present), nextCursor: null };
  else if (rows[0]) ctx.body = present(rows[0]);
});
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
process.once('disconnect', () => process.exit());

/** The columns that aren't returned unchanged. */
interface CaseRow {
  facts: { ground: string; entryPoint: string; ledger?: { type: string; amountCents: number }[] };
  progress: Record<'notice' | 'hearing' | 'judgment' | 'withdrawal' | 'cureReports' | 'service', unknown>;
  documents: { createdAt: string }[];
  clock: Date;
}

/** Presents a case the way the service does, for cases whose withdrawal doesn't need an attorney's confirmation. */
function present({ facts, progress, clock, documents, ...row }: CaseRow) {
  const { ground, entryPoint, ...data } = facts;
  const {
    notice = null,
    hearing = null,
    judgment = null,
    withdrawal = null,
    cureReports = [],
    service = [],
  } = progress;
  const ledgerBalanceCents =
    data.ledger?.reduce((sum, { type, amountCents }) => sum + (type === 'charge' ? amountCents : -amountCents), 0) ??
    null;
  return {
    ...row,
    ground,
    entryPoint,
    data: {
      ...data,
      progress: { ledgerBalanceCents, clock, notice, hearing, judgment, withdrawal, cureReports, service },
    },
    documents: documents.map((made) => ({ ...made, createdAt: new Date(made.createdAt) })),
  };
}
