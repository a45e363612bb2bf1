import type { Case } from '../api/queries.ts';

/** Words of the page of one case. */
export const caseWords = {
  toList: 'All cases',
  next: 'Next',
  submit: 'Submit case',
  check: 'Check case',
  edit: 'Edit the draft',
  documents: 'Documents',
  noDocuments: 'There are no documents yet.',
  history: 'History',
  deadlines: 'Deadlines',
  noDeadlines: 'No dates are on record yet.',
  citation: 'Source',
  calendar: 'Download calendar file',
  calendarFile: 'deadlines.ics',
  where: 'Where the case stands',
  attorney: 'Attorney',
  facts: 'Facts of the case',
  ledger: 'Ledger',
  checked: 'All checks passed.',
  notReady: 'Not ready yet',
  warnings: 'Good to know',
  whenTestCase: "Dates follow this test case's own clock.",
} as const;

/** Refusals of a page that has no case to show. */
export const caseMissingWords = {
  notFound: 'Case not found',
  notFoundHelp: 'It does not exist, or it belongs to another organization.',
  erased: 'The details of this case were erased',
  erasedHelp: 'The names, amounts and documents of this case are gone and cannot be restored.',
  loading: 'Loading',
  switched: (mode: string) => `This is a ${mode} case, so this tab is now in ${mode} mode.`,
} as const;

/** What a case goes through, in order. `attorney`: a live case is taken on. */
export const phaseNames = {
  draft: 'Draft',
  attorney: 'Attorney',
  notice: 'Notice',
  filing: 'Court filing',
  summons: 'Service of summons',
  hearing: 'Hearing',
  judgment: 'Judgment',
  writ: 'Writ',
  end: 'End',
} as const;

export type Phase = keyof typeof phaseNames;

export const stepWords = {
  now: 'Now',
  onHold: 'On hold here',
  passedOver: 'Not part of this case',
  returned: (times: number) => (times === 1 ? 'Returned here once' : `Returned here ${times} times`),
} as const;

export const attorneyCaseWords = {
  notYet: 'No attorney has been asked yet.',
  asked: 'An attorney has been asked and has not responded yet.',
  accepted: 'has accepted the case',
  unknown: 'An attorney whose account was erased',
  license: (state: string, number: string) => `Licensed in ${state}, number ${number}`,
  none: 'No attorney is engaged.',
} as const;

export const withdrawWords = {
  verb: 'Withdraw case',
  title: 'Withdraw this case?',
  pending: 'Withdrawal requested',
  pendingHelp: 'The case is on hold until the attorney confirms that all work has stopped.',
  dismissal: 'The court case is still open: no dismissal is on record.',
  dismissed: (day: string) => `The court case was dismissed on ${day}.`,
} as const;

/** What a withdrawal means, by where the case is. */
export function withdrawMeaning({ mode, state, attorney }: Pick<Case, 'mode' | 'state' | 'attorney'>): string {
  if (state === 'draft') return 'The draft will be withdrawn. This cannot be undone.';
  if (mode === 'test') return 'The test case will be withdrawn at once. This cannot be undone.';
  if (attorney === null) {
    return 'If no attorney has accepted the case yet, it ends at once. Otherwise it goes on hold until the attorney confirms that all work has stopped.';
  }
  return 'This requests a withdrawal. The case goes on hold and ends once the attorney confirms that all work has stopped. A case already filed with the court needs its own dismissal there.';
}

export const cureWords = {
  verb: 'Report cure',
  title: 'Report that the tenant has cured?',
  reported: (moment: string) => `A cure was reported on ${moment}.`,
} as const;

/** What the report of a cure means, by where the case is. */
export function cureMeaning({ mode, state, ground }: Pick<Case, 'mode' | 'state' | 'ground'>): string {
  const what =
    ground === 'nonpayment'
      ? 'You are reporting that the amount owed was paid.'
      : 'You are reporting that the violation ended.';
  if (ground === 'holdover') return 'The report is recorded, and the case continues.';
  if (mode === 'live') return `${what} The attorney gets the report and decides what follows. The case continues.`;
  const ends = state === 'notice_sent' || state === 'cure_period';
  return ends
    ? `${what} This test case will then be resolved.`
    : `${what} The report is recorded, and the case continues.`;
}

export const evidenceWords = {
  purposes: {
    other: 'Other evidence',
    authority: 'Authority to act for the owner',
    prior_notice: 'Prior notice',
    prior_notice_proof: 'Proof of its service',
  },
  cancel: 'Cancel',
} as const;

export const caseworkTitle = 'Service and filings';

export const notesWords = {
  title: 'Notes',
  help: 'Messages between you and the attorney or the service about this case.',
  none: 'There are no notes yet.',
  write: 'Your note',
  send: 'Send note',
  writers: { customer: 'You or a colleague', attorney: 'Attorney', platform: 'The service' },
} as const;

export const reportWords = {
  title: 'Reported facts',
  none: 'Nothing has been reported.',
  report: 'Report a fact',
  kind: 'What happened',
  date: 'When it happened',
  detail: 'Details',
  detailHelp: 'For example the amount and how it was paid. Optional.',
  send: 'Send report',
  meaning: 'The report is recorded and passed on. It does not change the state of the case.',
} as const;
