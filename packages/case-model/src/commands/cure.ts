import { resolve } from '../transitions/closing.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Lets operators record a cure that the attorney has confirmed. */
export const cure = defineCommand<{ readonly kind: 'cure' }>()({
  authors: ['operator'],
  description: 'Records that the tenant cured, which resolves the case.',
  fields: {},
  example: {},
  decide(turn) {
    if (!turn.can('cure')) return refuse('invalid_transition');
    resolve(turn, 'platform');
    return turn.done();
  },
});
