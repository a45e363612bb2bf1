import type { CaseRecord, Transition } from '@evict/case-model';
import type { CommandText } from '../authority/written-commands.ts';

/** What a court awarded: amounts, which Temporal must not see. */
export type JudgmentAmounts = Pick<CommandText, 'amountCents' | 'costsCents'>;

/** The amounts that were reported with a judgment. */
export function amountsIn({ amountCents, costsCents }: JudgmentAmounts): JudgmentAmounts {
  return { ...(amountCents !== undefined && { amountCents }), ...(costsCents !== undefined && { costsCents }) };
}

/** The amounts of the judgment that stands after the transition: those given now, or else those kept in the row. */
export function standingAmounts(
  { events, record }: Pick<Transition, 'events'> & { record: Pick<CaseRecord, 'judgment'> },
  text: CommandText,
  kept: JudgmentAmounts | null,
): JudgmentAmounts {
  if (!record.judgment) return {};
  return amountsIn(events.some(({ action }) => action === 'record_judgment') ? text : (kept ?? {}));
}
