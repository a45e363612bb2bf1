import type { TestStore } from '@evict/store/testing';

/**
 * Changes rows without running triggers, which only a superuser can do, to create a state that years of use or a
 * restored backup would leave.
 */
export async function pastTriggers(
  { pool }: Pick<TestStore, 'pool'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
