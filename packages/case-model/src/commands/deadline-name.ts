import type { Fault } from './command.ts';
import { text } from './field.ts';

export const deadlineName = text(
  'Name',
  60,
  'What the deadline is for. Names that the service itself uses are not allowed.',
);

/** The names of the deadlines that the platform itself sets. */
const platformDeadlines: readonly string[] = [
  'notice_expires',
  'cares_notice_expires',
  'answer_due',
  'hearing',
  'appeal_period_ends',
  'writ_expires',
];

/** Whether a name, ignoring case and separators, is that of a platform deadline. */
function isPlatformDeadline(name: string): boolean {
  return platformDeadlines.includes(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_'),
  );
}

/**
 * Returns a fault if the platform uses this name. Otherwise, an added deadline could be mistaken for one that the
 * platform sets.
 */
export function nameFault(name: string | undefined): Fault | undefined {
  if (name === undefined || !isPlatformDeadline(name)) return undefined;
  return { path: 'name', code: 'reserved', message: 'This name is reserved for the service.' };
}
