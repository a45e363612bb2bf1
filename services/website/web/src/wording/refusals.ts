import { Refusal, type RefusalCode } from '../api/refusal.ts';

/** What happened, in words, by the code of the refusal. */
export const refusalTitles: Partial<Record<RefusalCode, string>> & { internal: string } = {
  offline: 'You are offline',
  unreachable: 'The service does not respond',
  busy: 'The service is busy',
  rate_limited: 'Too many requests',
  unauthenticated: 'You are signed out',
  forbidden: 'Not allowed',
  live_unavailable: 'Live mode is off',
  not_found: 'Not found',
  erased: 'The details were erased',
  invalid_request: 'Something is not right yet',
  invalid_credentials: 'Email or password is wrong',
  invalid_reset_token: 'This link no longer works',
  payload_too_large: 'Too large',
  invalid_transition: 'This is not possible where the case is now',
  nothing_to_advance: 'There is nothing to advance now',
  guard_failed: 'Something is missing for this step',
  documents_unavailable: 'There are no documents for this place',
  payments_unavailable: 'Online payment is off',
  charge_not_due: 'The charge is not due any more',
  internal: 'That did not work',
};

/** What to do about it, where the text of the service does not say. */
const messages: Partial<Record<RefusalCode, string>> = {
  offline: 'Connect to the internet and try again. Nothing you entered is lost.',
  unreachable: 'Nothing you entered is lost. Trying again cannot do it twice.',
  busy: 'Nothing you entered is lost. Trying again cannot do it twice.',
  rate_limited: 'The limit protects your account and the service.',
  unauthenticated: 'Your session has ended. Sign in again to continue where you were.',
  live_unavailable: 'This service runs without live cases. Switch to test mode.',
  not_found: 'It does not exist, or belongs to another organization or to the other mode.',
  erased: 'The names, amounts and documents of this case were erased and cannot be restored.',
  invalid_reset_token: 'It was used, or is too old.',
  invalid_transition: 'The case may have moved on meanwhile. This page now shows where it is.',
  nothing_to_advance: 'The case may have moved on meanwhile, or its last step failed and is taken again by itself.',
  internal: 'The service met an unexpected error. Try again; if it stays, contact us.',
};

export function messageOf(error: unknown): string {
  if (!(error instanceof Refusal)) return messages.internal ?? '';
  const faults = error.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return faults.length > 0 ? faults.join(' ') : (messages[error.code] ?? error.message);
}
