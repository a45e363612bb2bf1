import { type AskedAttorney, finishedStates } from '@evict/case-model';
import { anyRow, firstRow, raw, type Store } from '../database/store.ts';

/**
 * Returns whether an attorney is verified and licensed in the state of a property. Checked at every review and report,
 * because a license can lapse after the assignment.
 */
export async function isEligible(store: Store, attorneyId: string, jurisdiction: string): Promise<boolean> {
  return anyRow(store)`
    SELECT FROM "User" u, (SELECT ${jurisdiction}::text AS state) asked
    WHERE u.id = ${attorneyId} AND ${raw(eligibleSql('asked.state'))}`;
}

/** Returns the eligible attorney with the fewest open cases, or null if there is none. */
export async function chooseAttorney(store: Store, jurisdiction: string): Promise<Required<AskedAttorney> | null> {
  return firstRow<Required<AskedAttorney>>(store)`
    SELECT u.id AS "attorneyId", u."asksFirst" FROM "User" u CROSS JOIN (SELECT ${jurisdiction}::text AS state) asked
      LEFT JOIN "Case" c ON c."attorneyId" = u.id AND c.state <> ALL (${finishedStates})
      WHERE ${raw(eligibleSql('asked.state'))}
      GROUP BY u.id ORDER BY count(c.id), u.id LIMIT 1`;
}

/**
 * Returns an SQL condition: user `u` is a verified attorney with a license in a state. `jurisdiction` is the SQL
 * expression for the state.
 */
export function eligibleSql(jurisdiction: string): string {
  return `u.role = 'attorney' AND u.verified AND EXISTS (
    SELECT FROM "AttorneyLicense" license WHERE license."attorneyId" = u.id AND license.state = ${jurisdiction})`;
}
