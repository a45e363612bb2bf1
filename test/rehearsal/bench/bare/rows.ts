import type { Client } from '@evict/client';
import type { CaseFacts } from '@evict/case-model';
import pg from 'pg';

/** The rows that one command added or changed, by table, as JSON. */
export type WrittenRows = Readonly<Record<Table, readonly Row[]>>;
type Row = Readonly<Record<string, unknown>>;

/** The tables that a sandbox case writes, and the keys that identify their rows. */
const keys = {
  Case: ['id'],
  CaseEvent: ['id'],
  Document: ['id'],
  Blob: ['id'],
  BlobChunk: ['blobId', 'index'],
  Filing: ['id'],
  ServiceAttempt: ['id'],
} as const;
const derivedColumns = `ARRAY['shownBytes', 'shownFacts', 'shownDocuments', 'ledgerBalanceCents']`;
/** The identifier columns, which are made unique by adding a number. */
const ids = ['id', 'blobId', 'documentId'] as const;
type Table = keyof typeof keys;
const tables = Object.keys(keys) as Table[];

/** Plays a case of the service from create to closed, and records what each of its commands wrote, create first. */
export async function recordCase(databaseUrl: string, api: Client, body: CaseFacts): Promise<WrittenRows[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { id } = await api.createCase({ body });
    const written: WrittenRows[] = [];
    const known = new Map<string, string>();
    const note = async () => void written.push(await newRows(client, id, known));
    await note();
    await api.submitCase({ id });
    await note();
    for (let state = ''; state !== 'closed'; await note()) ({ state } = await api.advanceCase({ id }));
    return written;
  } finally {
    await client.end();
  }
}

/** Writes the same rows for another case, in one statement. `number` makes their ids unique. */
export async function writeRows(pool: pg.Pool, rows: WrittenRows, caseId: string, number: string): Promise<void> {
  const written = tables.filter((table) => rows[table].length > 0);
  const parts = written.map(
    (table, index) => `"${table}_" AS (${upsert(table, Object.keys(rows[table][0] ?? {}), index + 1)})`,
  );
  await pool.query({
    name: written.join(' '),
    text: `WITH ${parts.join(', ')} SELECT`,
    values: written.map((table) => JSON.stringify(rows[table].map((row) => renamed(table, row, caseId, number)))),
  });
}

async function newRows(client: pg.Client, caseId: string, known: Map<string, string>): Promise<WrittenRows> {
  const found: Partial<Record<Table, Row[]>> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ row: Row }>(
      `SELECT to_jsonb(t) - ${derivedColumns} AS row FROM "${table}" t WHERE ${ofCase(table)}`,
      [caseId],
    );
    found[table] = rows
      .map(({ row }) => row)
      .filter((row) => {
        const key = [table, ...keys[table].map((column) => String(row[column]))].join(' ');
        const text = JSON.stringify(row);
        if (known.get(key) === text) return false;
        known.set(key, text);
        return true;
      });
  }
  return found as WrittenRows;
}

function renamed(table: Table, row: Row, caseId: string, number: string): Row {
  if (table === 'Case') return { ...row, id: caseId };
  const others = ids.flatMap((column) => (column in row ? [[column, `${String(row[column])}-${number}`]] : []));
  // Each position in a feed can be taken only once, so each case has its own organization.
  const ofFeed = row['feedPosition'] ? { organizationId: caseId } : {};
  return { ...row, ...Object.fromEntries(others), ...('caseId' in row && { caseId }), ...ofFeed };
}

function ofCase(table: Table): string {
  if (table === 'BlobChunk') return 't."blobId" IN (SELECT b.id FROM "Blob" b WHERE b."caseId" = $1)';
  return table === 'Case' ? 'id = $1' : '"caseId" = $1';
}

function upsert(table: Table, columns: readonly string[], parameter: number): string {
  const key: readonly string[] = keys[table];
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  const all = columns.map((column) => `"${column}"`).join(', ');
  return `INSERT INTO "${table}" (${all}) SELECT ${all} FROM json_populate_recordset(NULL::"${table}", $${parameter})
    ON CONFLICT (${key.map((column) => `"${column}"`).join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}
