/**
 * The groups of mail about cases that a member can choose, and how each may come. What asks for something, and what counts
 * in law, can be collected but not turned off.
 */
export const mailGroups = {
  /** The case waits for the customer. */
  needsYou: ['each', 'daily'],
  /** Dates, holds, corrections, judgments and ends. */
  court: ['each', 'daily'],
  /** Who works on the case. */
  progress: ['each', 'daily', 'off'],
  /** That the attorney or the service has written. */
  messages: ['each', 'daily', 'off'],
} as const satisfies Record<string, readonly MailTiming[]>;

export type MailGroup = keyof typeof mailGroups;

/** A mail for each event, all of a day in one, or none. */
type MailTiming = 'each' | 'daily' | 'off';

export type MailPreferences = { [G in MailGroup]: (typeof mailGroups)[G][number] };

/** Where nothing was chosen. */
export const defaultMailPreferences: MailPreferences = {
  needsYou: 'each',
  court: 'each',
  progress: 'each',
  messages: 'each',
};
