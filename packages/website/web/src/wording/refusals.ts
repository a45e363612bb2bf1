import { Refusal, type RefusalCode } from '../api/refusal.ts';
import { fieldName, inWords } from './fields.ts';

/** What happened, by the code of the refusal. */
export const refusalTitles: Partial<Record<RefusalCode, string>> & { internal: string } = {
  offline: 'You are offline',
  unreachable: 'The service is not responding',
  busy: 'The service is busy',
  rate_limited: 'Too many requests',
  unauthenticated: 'You are signed out',
  forbidden: 'Not allowed',
  live_unavailable: 'Live mode is off',
  not_found: 'Not found',
  erased: 'The details were erased',
  invalid_request: 'Please check what you entered',
  invalid_credentials: 'Wrong email or password',
  invalid_reset_token: 'This link no longer works',
  payload_too_large: 'Too large',
  invalid_state: 'This is no longer possible',
  invalid_transition: 'The case does not allow this right now',
  nothing_to_advance: 'There is nothing to advance right now',
  guard_failed: 'This step is not possible right now',
  documents_unavailable: 'There are no documents for this kind of case',
  payments_unavailable: 'Online payment is not available',
  charge_not_due: 'The charge is no longer due',
  internal: 'Something went wrong',
};

/** What to do about a refusal, for codes whose message from the service doesn't say. */
const messages: Partial<Record<RefusalCode, string>> = {
  offline: 'Connect to the internet and try again. Nothing you entered is lost.',
  unreachable: 'Nothing you entered is lost. It is safe to try again.',
  busy: 'Nothing you entered is lost. It is safe to try again.',
  rate_limited: 'Wait a moment before you try again.',
  unauthenticated: 'Your session has ended. Sign in again to continue where you left off.',
  live_unavailable: 'There are no live cases here. Switch to test mode.',
  not_found: 'It does not exist, or it belongs to another organization or mode.',
  erased: 'The names, amounts and documents of this case were erased and cannot be restored.',
  invalid_reset_token: 'It was already used, or it has expired.',
  invalid_transition: 'The case may have moved on. This page now shows its current state.',
  nothing_to_advance: 'The case may have moved on, or its last step failed and will be retried.',
  idempotency_conflict: 'This page sent a different request before. Reload the page and try again.',
  gates_failed: 'The case does not pass every check. Check the draft to see what is missing.',
  prior_notice_missing: 'Fill in the prior notice before you add its file.',
  internal: 'An unexpected error occurred. Try again; if it persists, contact us.',
};

export function messageOf(error: unknown): string {
  if (!(error instanceof Refusal)) return messages.internal ?? '';
  const faults = error.issues.map(({ path, message }) => (path === '' ? message : `${fieldName(path)}: ${message}`));
  return inWords(faults.length > 0 ? faults.join(' ') : (messages[error.code] ?? error.message));
}
