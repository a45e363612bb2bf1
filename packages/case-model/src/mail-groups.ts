/**
 * The groups of mail about cases, and how members can choose to receive each. Mail that asks for something or has legal
 * effect can be collected but not turned off.
 */
export const mailGroups = {
  /** The case waits for the customer. */
  needsYou: ['each', 'daily'],
  /** Dates, holds, corrections, judgments and the end of a case. */
  court: ['each', 'daily'],
  /** News about who works on the case. */
  progress: ['each', 'daily', 'off'],
  /** Messages from the attorney or the service. */
  messages: ['each', 'daily', 'off'],
} as const satisfies Record<string, readonly MailTiming[]>;

export type MailGroup = keyof typeof mailGroups;

/** One mail per event, one per day, or none. */
type MailTiming = 'each' | 'daily' | 'off';

export type MailPreferences = { [G in MailGroup]: (typeof mailGroups)[G][number] };

/** The defaults. */
export const defaultMailPreferences: MailPreferences = {
  needsYou: 'each',
  court: 'each',
  progress: 'each',
  messages: 'each',
};
