import { endNoticePeriod } from '../transitions/notice-served.ts';
import { defineCommand } from './command.ts';

/** Lets an operator end a notice period whose end wasn't reported or whose timer is late. */
export const expireNotice = defineCommand<{ readonly kind: 'expire_notice' }>()({
  authors: ['operator'],
  description: 'Ends the notice period and moves the case to filing review.',
  fields: {},
  example: {},
  decide: endNoticePeriod,
});
