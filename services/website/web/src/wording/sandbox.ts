import type { Case } from '../api/queries.ts';

export const sandboxWords = {} as const;

/** What the next advance does, by where the case is; null where there is nothing to advance. */
export function advanceText({ state, data }: Pick<Case, 'state' | 'data'>): string | null {
  if (state === 'judgment_entered' && data.progress.judgment?.outcome !== 'plaintiff') return 'The case is closed.';
  return advanceTexts[state] ?? null;
}

const advanceTexts: Partial<Record<Case['state'], string>> = {
  notice_review: 'The reviewer approves the notice, and it goes out for service.',
  notice_sent: 'The notice is served, and the notice period begins.',
  cure_period: 'The notice period ends, and the court filing is made.',
  filing_review: 'The reviewer approves the filing, and it goes to the court.',
  filing_submitted: 'The clerk accepts the filing, and the summons goes out for service.',
  filing_rejected: 'The filing is corrected and reviewed again.',
  summons_sent: 'The summons is served.',
  summons_served: 'The court sets a hearing.',
  hearing_scheduled: 'The hearing takes place, and the court enters judgment.',
  judgment_entered: 'The appeal period ends, and the writ is requested.',
  writ_requested: 'The court issues the writ.',
  writ_issued: 'The officer executes the writ, and the case is closed.',
};

/** What each directive does. */
export const directiveTexts = {
  'sandbox:request_changes': 'The first review returns the case as a draft. Submit it again.',
  'sandbox:reject': 'The first review puts the case on hold. It can then only be withdrawn.',
  'sandbox:service_failed': 'The first service fails. The next advance serves by the next method.',
  'sandbox:filing_rejected': 'The clerk returns the first filing. The next advance corrects it.',
  'sandbox:judgment_defendant': 'The judgment is for the defendant, and the case closes.',
  'sandbox:judgment_dismissed': 'The case is dismissed, and closes.',
} as const;
