import { type AskedAttorney, finishedStates } from '@evict/case-model';
import { poolOf, prismaOf, type Store } from '../database/store.ts';

/**
 * Whether an attorney is verified and licensed in the state of a property. Checked at every review and outcome, because
 * a license can lapse after the assignment.
 */
export async function isEligible(store: Store, attorneyId: string, jurisdiction: string): Promise<boolean> {
  const where = { id: attorneyId, ...eligibleWhere(jurisdiction) };
  return (await prismaOf(store).user.count({ where })) > 0;
}

/** The eligible attorney with the fewest open cases; null if there is none. */
export async function chooseAttorney(store: Store, jurisdiction: string): Promise<Required<AskedAttorney> | null> {
  const { rows } = await poolOf(store).query<Required<AskedAttorney>>({
    name: 'attorney-choose',
    text: `SELECT u.id AS "attorneyId", u."asksFirst" FROM "User" u
      LEFT JOIN "Case" c ON c."attorneyId" = u.id AND c.state <> ALL ($2)
      WHERE ${eligibleSql('$1')}
      GROUP BY u.id ORDER BY count(c.id), u.id LIMIT 1`,
    values: [jurisdiction, finishedStates],
  });
  return rows[0] ?? null;
}

/** Eligibility of user `u` as an SQL condition; `jurisdiction` is a parameter or a column. */
export function eligibleSql(jurisdiction: string): string {
  return `u.role = 'attorney' AND u.verified AND EXISTS (
    SELECT FROM "AttorneyLicense" license WHERE license."attorneyId" = u.id AND license.state = ${jurisdiction})`;
}

/** The same condition for Prisma. */
function eligibleWhere(jurisdiction: string) {
  return { role: 'attorney', verified: true, licenses: { some: { state: jurisdiction } } } as const;
}
