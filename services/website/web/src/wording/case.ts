import type { Case } from '../api/queries.ts';

/** Words of the page of one case. */
export const caseWords = {} as const;

/** Refusals of a page that has no case to show. */
export const caseMissingWords = {
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

export const stepWords = {} as const;

export const attorneyCaseWords = {} as const;

export const withdrawWords = {} as const;

/** What a withdrawal means, by where the case is. */
export function withdrawMeaning({ mode, state, attorney }: Pick<Case, 'mode' | 'state' | 'attorney'>): string {
  if (state === 'draft') return 'The draft will be withdrawn. This cannot be undone.';
  if (mode === 'test') return 'The test case will be withdrawn at once. This cannot be undone.';
  if (attorney === null) {
    return 'If no attorney has accepted the case yet, it ends at once. Otherwise it goes on hold until the attorney confirms that all work has stopped.';
  }
  return 'This requests a withdrawal. The case goes on hold and ends once the attorney confirms that all work has stopped. A case already filed with the court needs its own dismissal there.';
}

export const cureWords = {} as const;

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

export const reportWords = {} as const;
