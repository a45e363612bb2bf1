import { type CommandOutcome, isVoidSql } from '../commands/commands.ts';
import { poolOf, type Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/**
 * The parts of a statement that lock a command. `undecided` has a row if the command can still be decided. The time is
 * compared under the lock, which `confirmVoid` takes as well, so that a command reported as void is never recorded
 * afterwards.
 */
export function lockCommand(id: string): Prisma.Sql[] {
  return [
    Prisma.sql`command AS MATERIALIZED (
      SELECT "writtenAt" FROM "Command" WHERE id = ${id} AND outcome IS NULL FOR NO KEY UPDATE)`,
    Prisma.sql`undecided AS (SELECT FROM command WHERE NOT (${Prisma.raw(isVoidSql)}))`,
  ];
}

/** The part of a statement that records the outcome together with the decision. */
export function settleCommand(id: string, outcome: CommandOutcome): Prisma.Sql {
  return Prisma.sql`settled AS (
    UPDATE "Command" SET outcome = ${JSON.stringify(outcome)}::jsonb FROM moved WHERE "Command".id = ${id})`;
}

/** Records the outcome of a command that changed nothing. A command keeps its first outcome. */
export async function recordRefusal(store: Store, id: string, outcome: CommandOutcome): Promise<CommandOutcome> {
  const { rows } = await poolOf(store).query<{ outcome: CommandOutcome }>({
    name: 'command-settle',
    text: `UPDATE "Command" SET outcome = coalesce(outcome, $2::jsonb) WHERE id = $1 RETURNING outcome`,
    values: [id, JSON.stringify(outcome)],
  });
  return rows[0]?.outcome ?? outcome;
}

/**
 * Whether a command that was found to be void still is, after waiting for a decision in progress. False if it has an
 * outcome by now or its author has renewed it.
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
