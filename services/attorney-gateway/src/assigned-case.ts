import { isEngaged } from '@evict/case-model';
import { ApiError, refusalError } from '@evict/contract';
import { caseBody, JsonText } from '@evict/http';
import { isEligible } from '@evict/store/attorneys';
import { type AssignedCase, type CaseRow, forConflictCheck, presentCase } from '@evict/store/cases';
import { findAssignedCase } from '@evict/store/attorney-desk';
import { type Access, recordView } from '@evict/store/events';
import type { Store } from '@evict/store/database';

/**
 * Loads the attorney's case. Throws 404 if it is unknown, a sandbox case or another attorney's, and 409 if it is
 * erased.
 */
export async function loadAssigned(store: Store, assigned: AssignedCase): Promise<CaseRow> {
  const row = await findAssignedCase(store, assigned);
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}

/**
 * Throws 403 if the attorney isn't verified, or isn't licensed in the property's state. Check this before the state of
 * the case, because a license can lapse after the assignment.
 */
export async function requireEligible(store: Store, attorneyId: string, { jurisdiction }: CaseRow): Promise<void> {
  if (!(await isEligible(store, attorneyId, jurisdiction))) throw new ApiError('attorney_not_eligible');
}

/**
 * Records that the attorney views part of a case, and returns how much of the case they may see. Call it before showing
 * anything, so that every view is on record. Throws 404 if they have no such case or document, 409 (or `erasedStatus`)
 * if it is erased, 403 without a valid license unless `allowLapsed`, and 409 for anything except the case itself until
 * they have accepted it.
 */
export async function requireView(
  store: Store,
  assigned: AssignedCase,
  what: Parameters<typeof recordView>[2],
  { erasedStatus = 409, allowLapsed = false }: { erasedStatus?: 409 | 410; allowLapsed?: boolean } = {},
): Promise<Access> {
  const view = await recordView(store, assigned, what, { allowLapsed });
  switch (view) {
    case 'none':
      throw new ApiError('not_found');
    case 'erased':
      throw new ApiError('erased', { status: erasedStatus });
    case 'not_eligible':
      throw new ApiError('attorney_not_eligible');
    case 'not_accepted':
      throw notAccepted();
    case 'all':
    case 'conflict_check':
      return view;
  }
}

/** Returns the error for an attorney who was asked to take the case and hasn't accepted it. */
export function notAccepted(): ApiError {
  const { code, message } = refusalError('engagement_not_accepted');
  return new ApiError(code, { message });
}

/**
 * Returns the case for the response to an attorney's command. It is complete while they are engaged and eligible. A
 * case that they have declined, or may no longer see, is reduced to the details that a conflict check needs.
 */
export async function shownTo(store: Store, attorneyId: string, row: CaseRow): Promise<JsonText> {
  const { record, jurisdiction } = row;
  const isTheirs = record?.attorneyId === attorneyId && isEngaged(record);
  if (isTheirs && (await isEligible(store, attorneyId, jurisdiction))) return caseBody(row);
  return new JsonText(JSON.stringify(forConflictCheck(presentCase(row))), row.id);
}
