import { judgmentMannerNames } from '../vocabulary.ts';
import { answer, cents, choice, day, optional, optionalWhen, type Values } from './field.ts';

/** The fields of a judgment that can be reported besides its outcome. */
export const judgmentFields = {
  date: optional(day('Date', 'The date of the judgment; not in the future.')),
  manner: optional(choice('Manner', judgmentMannerNames, 'How it was entered.')),
  withPrejudice: optionalWhen(
    { outcome: ['dismissed'] },
    answer('Prejudice', { yes: 'with', no: 'without' }, 'For a dismissal: whether it bars the claim.'),
  ),
  amountCents: optional(cents('Amount awarded, excluding costs', 'The amount awarded, excluding costs.')),
  costsCents: optional(cents('Costs', 'The costs awarded.')),
};
export type JudgmentDetails = Readonly<Values<typeof judgmentFields>>;
export const judgmentDetails = Object.keys(judgmentFields) as (keyof JudgmentDetails)[];

/** Returns only the details that have a value. */
export function judgmentDetailsIn(given: JudgmentDetails): JudgmentDetails {
  return Object.fromEntries(
    judgmentDetails.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}
