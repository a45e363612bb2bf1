import { type AskedAttorney, engageAsked } from '../transitions/engagement.ts';
import { defineCommand } from './command.ts';

interface Engage extends AskedAttorney {
  readonly kind: 'engage';
}

/** The platform found an eligible attorney for a submitted case. */
export const engage = defineCommand<Engage>()({
  authors: [],
  title: 'Ask an attorney',
  description: 'An attorney was found for the case.',
  decide: engageAsked,
});
