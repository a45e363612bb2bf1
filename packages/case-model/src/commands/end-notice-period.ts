import { endNoticePeriod as end } from '../transitions/notice-served.ts';
import { defineCommand } from './command.ts';

/** The last day of a live notice period is over. */
export const endNoticePeriod = defineCommand<{ readonly kind: 'end_notice_period' }>()({
  authors: [],
  title: 'End the notice period',
  description: 'The notice period is over.',
  decide: end,
});
