import { judgmentMannerNames } from '../vocabulary.ts';
import { answer, cents, choice, day, optional, optionalWhen, type Values } from './field.ts';

/** What is reported of a judgment beside its outcome. */
export const judgmentFields = {
  date: optional(day('Day', 'The day of the judgment; not in the future.')),
  manner: optional(choice('Given', judgmentMannerNames, 'How it was entered.')),
  withPrejudice: optionalWhen(
    { outcome: ['dismissed'] },
    answer('Prejudice', { yes: 'with', no: 'without' }, 'Of a dismissal: whether the claim is barred.'),
  ),
  amountCents: optional(cents('Amount awarded, without costs', 'Awarded, without costs.')),
  costsCents: optional(cents('Costs', 'Awarded as costs.')),
};
export type JudgmentFacts = Readonly<Values<typeof judgmentFields>>;
export const judgmentFacts = Object.keys(judgmentFields) as (keyof JudgmentFacts)[];

/** Those that were given. */
export function judgmentFactsIn(given: JudgmentFacts): JudgmentFacts {
  return Object.fromEntries(
    judgmentFacts.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}
