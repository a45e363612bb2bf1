import { endNoticePeriod } from '../transitions/notice-served.ts';
import { defineCommand } from './command.ts';

/** An operator ends a notice period whose end was not reported, or whose timer is late. */
export const expireNotice = defineCommand<{ readonly kind: 'expire_notice' }>()({
  authors: ['operator'],
  description: 'Ends the notice period and moves the case to filing review.',
  fields: {},
  example: {},
  decide: endNoticePeriod,
});
