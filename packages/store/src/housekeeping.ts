import type { Store } from './store.ts';

/**
 * Rows that nothing asks for any more, by table. Every age is the database's own. Keys of requests are not here: they
 * go with the retention of cases.
 */
const oldRows = {
  // No window is longer than an hour, and no row says the same as one whose hits are all past.
  RateLimit: { key: 'key', isOld: `coalesce(hits[cardinality(hits)] < now() - interval '1 day', true)` },
  // A link is valid for an hour.
  PasswordReset: { key: 'id', isOld: `"usedAt" IS NOT NULL OR "createdAt" < now() - interval '1 day'` },
  // What was given up, or dropped, is kept longer: it is the record of that. What was never tried is still to be sent.
  Mail: {
    key: 'id',
    isOld: `"sentAt" < now() - interval '30 days'
      OR ("sentAt" IS NULL AND attempts > 0 AND "createdAt" < now() - interval '90 days')`,
  },
  // What is still to be tried is not the log.
  WebhookDelivery: {
    key: 'id',
    isOld: `status IN ('delivered', 'failed') AND "createdAt" < now() - interval '90 days'`,
  },
} as const satisfies Record<string, { key: string; isOld: string }>;

export type OldRows = keyof typeof oldRows;

/** Deletes old rows of a table, at most `count`, and gives how many there were. Rows in use are left for the next time. */
export async function deleteOldRows({ pool }: Store, table: OldRows, count: number): Promise<number> {
  const { key, isOld } = oldRows[table];
  const { rowCount } = await pool.query(
    `DELETE FROM "${table}" WHERE ${key} IN (
      SELECT ${key} FROM "${table}" WHERE ${isOld} LIMIT $1 FOR UPDATE SKIP LOCKED
    )`,
    [count],
  );
  return rowCount ?? 0;
}
