import { type CommandOutcome, isVoidSql } from '../commands/commands.ts';
import { poolOf, type Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/**
 * Returns the CTEs that lock a command. `undecided` has a row if the command can still be decided. Its age is checked
 * under the lock, which `confirmVoid` takes too, so a command that was reported as void is never recorded later.
 */
export function lockCommand(id: string): Prisma.Sql[] {
  return [
    Prisma.sql`command AS MATERIALIZED (
      SELECT "writtenAt" FROM "Command" WHERE id = ${id} AND outcome IS NULL FOR NO KEY UPDATE)`,
    Prisma.sql`undecided AS (SELECT FROM command WHERE NOT (${Prisma.raw(isVoidSql)}))`,
  ];
}

/** Returns the CTE that records a command's outcome together with the decision. */
export function settleCommand(id: string, outcome: CommandOutcome): Prisma.Sql {
  return Prisma.sql`settled AS (
    UPDATE "Command" SET outcome = ${JSON.stringify(outcome)}::jsonb FROM moved WHERE "Command".id = ${id})`;
}

/**
 * Records the outcome of a command that changes nothing, such as a refusal. If the command already has an outcome,
 * keeps and returns that one.
 */
export async function recordRefusal(store: Store, id: string, outcome: CommandOutcome): Promise<CommandOutcome> {
  const { rows } = await poolOf(store).query<{ outcome: CommandOutcome }>({
    name: 'command-settle',
    text: `UPDATE "Command" SET outcome = coalesce(outcome, $2::jsonb) WHERE id = $1 RETURNING outcome`,
    values: [id, JSON.stringify(outcome)],
  });
  return rows[0]?.outcome ?? outcome;
}

/**
 * Checks again whether a command is void, after waiting for any decision in progress. Returns false if the command has
 * an outcome by now, or if its author has renewed it.
 */
export async function confirmVoid(store: Store, id: string): Promise<boolean> {
  const { rowCount } = await poolOf(store).query({
    name: 'command-void',
    text: `WITH command AS MATERIALIZED (
        SELECT "writtenAt" FROM "Command" WHERE id = $1 AND outcome IS NULL FOR NO KEY UPDATE)
      SELECT FROM command WHERE ${isVoidSql}`,
    values: [id],
  });
  return rowCount !== 0;
}
