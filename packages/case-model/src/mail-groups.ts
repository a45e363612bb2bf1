/**
 * The groups of emails about cases, and how often members can choose to receive each. Emails that ask for something or
 * have legal effect can be combined into a daily one but not turned off.
 */
export const mailGroups = {
  /** The customer has to act. */
  needsYou: ['each', 'daily'],
  /** Dates, holds, corrections, judgments and the end of the case. */
  court: ['each', 'daily'],
  /** News about which attorney works on the case. */
  progress: ['each', 'daily', 'off'],
  /** Messages from the attorney or the service. */
  messages: ['each', 'daily', 'off'],
} as const satisfies Record<string, readonly MailTiming[]>;

export type MailGroup = keyof typeof mailGroups;

/** One email per event, one per day, or none. */
type MailTiming = 'each' | 'daily' | 'off';

export type MailPreferences = { [G in MailGroup]: (typeof mailGroups)[G][number] };

export const defaultMailPreferences: MailPreferences = {
  needsYou: 'each',
  court: 'each',
  progress: 'each',
  messages: 'each',
};
