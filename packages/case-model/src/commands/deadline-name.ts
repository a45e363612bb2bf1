import type { Fault } from './command.ts';
import { text } from './field.ts';

export const deadlineName = text('Name', 60, "What it is for. Not one of the service's own names.");

/** The names of deadlines that the platform computes. */
const platformDeadlines: readonly string[] = [
  'notice_expires',
  'cares_notice_expires',
  'answer_due',
  'hearing',
  'appeal_period_ends',
  'writ_expires',
];

/** Whether a name, however it is spelled, is that of a platform deadline. */
function isPlatformDeadline(name: string): boolean {
  return platformDeadlines.includes(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '_'),
  );
}

/** The fault of a name that the platform uses, because a reported date could pass for a computed one. */
export function nameFault(name: string | undefined): Fault | undefined {
  if (name === undefined || !isPlatformDeadline(name)) return undefined;
  return { path: 'name', code: 'reserved', message: 'This name is reserved for the service.' };
}
