/**
 * The bare side of a gateway: only Koa and node-postgres, one named statement per request. Its argument is the address
 * of the database; it prints its own when it is ready.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type CaseRow, presentCase } from '@evict/store/cases';
import Koa from 'koa';
import pg from 'pg';

const [connectionString = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });

const columns = `c.id, c.mode, c.state, c."heldFrom", c.facts, c."packVersions", c.progress, c.deadlines,
  c."courtCaseNumber", c."nextAction", c.clock, c."createdAt", c."updatedAt",
  (SELECT coalesce(json_agg(json_build_object(
      'id', d.id, 'kind', d.kind, 'specId', d."specId", 'purpose', d.purpose, 'filename', d.filename,
      'contentType', d."contentType", 'contentHash', d."contentHash", 'createdAt', d."createdAt"
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

function present(row: CaseRow) {
  const documents = row.documents.map((made) => ({ ...made, createdAt: new Date(made.createdAt) }));
  return presentCase({ ...row, documents });
}
