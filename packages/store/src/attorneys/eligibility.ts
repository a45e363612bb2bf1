import { finishedStates } from '@evict/case-model';
import { poolOf, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/**
 * Whether an attorney is verified and licensed in the state of a property. Checked at every review and outcome, because
 * a licence can lapse after the assignment.
 */
export async function isEligible(store: Store, attorneyId: string, jurisdiction: string): Promise<boolean> {
  return isEligibleWithin(prismaOf(store), attorneyId, jurisdiction);
}

/** The same, inside a transaction. */
export async function isEligibleWithin(
  { user }: Transaction,
  attorneyId: string,
  jurisdiction: string,
): Promise<boolean> {
  return (await user.count({ where: { id: attorneyId, ...eligibleWhere(jurisdiction) } })) > 0;
}

/** The eligible attorney with the fewest open cases; null if there is none. */
export async function chooseAttorney(store: Store, jurisdiction: string): Promise<string | null> {
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'attorney-choose',
    text: `SELECT u.id FROM "User" u
      LEFT JOIN "Case" c ON c."attorneyId" = u.id AND c.state <> ALL ($2)
      WHERE ${eligibleSql('$1')}
      GROUP BY u.id ORDER BY count(c.id), u.id LIMIT 1`,
    values: [jurisdiction, finishedStates],
  });
  return rows[0]?.id ?? null;
}

/** Eligibility of user `u` as an SQL condition; `jurisdiction` is a parameter or a column. */
export function eligibleSql(jurisdiction: string): string {
  return `u.role = 'attorney' AND u.verified AND ${jurisdiction} = ANY (u."licensedStates")`;
}

/** The same condition for Prisma. */
function eligibleWhere(jurisdiction: string) {
  return { role: 'attorney', verified: true, licensedStates: { has: jurisdiction } } as const;
}
