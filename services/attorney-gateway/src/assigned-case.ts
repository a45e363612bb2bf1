import { ApiError } from '@evict/contract';
import { isEligible } from '@evict/store/attorneys';
import { type AssignedCase, type CaseRow } from '@evict/store/cases';
import { findAssignedCase } from '@evict/store/attorney-desk';
import { recordView } from '@evict/store/events';
import type { Store } from '@evict/store/database';

/** The attorney's case; 404 if it is unknown, in the sandbox, or another attorney's; 409 if it is erased. */
export async function loadAssigned(store: Store, assigned: AssignedCase): Promise<CaseRow> {
  const row = await findAssignedCase(store, assigned);
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}

/**
 * 403 if the attorney is not verified, or not licensed in the state of the property. Checked before the state of the
 * case: a license can lapse after the assignment.
 */
export async function requireEligible(store: Store, attorneyId: string, { jurisdiction }: CaseRow): Promise<void> {
  if (!(await isEligible(store, attorneyId, jurisdiction))) throw new ApiError('attorney_not_eligible');
}

/**
 * Records that the attorney reads something of their case: without a record nothing is shown. Throws 404 if they have
 * no such case or document, and 409 if it is erased; `erasedStatus` replaces the latter.
 */
export async function requireView(
  store: Store,
  assigned: AssignedCase,
  what: Parameters<typeof recordView>[2],
  erasedStatus: 409 | 410 = 409,
): Promise<void> {
  const view = await recordView(store, assigned, what);
  if (view === 'none') throw new ApiError('not_found');
  if (view === 'erased') throw new ApiError('erased', { status: erasedStatus });
}
