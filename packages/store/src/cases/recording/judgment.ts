import type { CaseRecord, JudgmentAmount, Transition } from '@evict/case-model';
import type { CommandText } from '../authority/written-commands.ts';

/** What a court awarded: amounts, which Temporal must not see. */
export type JudgmentAmounts = Pick<CommandText, JudgmentAmount>;

/** The amounts that were reported with a judgment. */
export function amountsIn({ amountCents, costsCents }: JudgmentAmounts): JudgmentAmounts {
  return { ...(amountCents !== undefined && { amountCents }), ...(costsCents !== undefined && { costsCents }) };
}

/**
 * The amounts of the judgment that stands after the transition: those given now, or else those kept in the row. A
 * correction replaces the amounts that it names.
 */
export function standingAmounts(
  { events, record, command }: Pick<Transition, 'events' | 'command'> & { record: Pick<CaseRecord, 'judgment'> },
  text: CommandText,
  kept: JudgmentAmounts | null,
): JudgmentAmounts {
  if (!record.judgment) return {};
  const before = amountsIn(kept ?? {});
  if (command.kind === 'correct_judgment') {
    const named = command.amounts.map((name) => [name, text[name]] as const);
    return { ...before, ...amountsIn(Object.fromEntries(named)) };
  }
  return events.some(({ action }) => action === 'record_judgment') ? amountsIn(text) : before;
}

/** The amounts that a correction replaces, before and after; null for one that was not on record. */
export function correctedAmounts(
  { command }: Pick<Transition, 'command'>,
  kept: JudgmentAmounts | null,
  now: JudgmentAmounts,
) {
  if (command.kind !== 'correct_judgment') return {};
  return Object.fromEntries(
    command.amounts.map((name) => [name, { from: kept?.[name] ?? null, to: now[name] ?? null }]),
  );
}
