import type { ActorType } from '../events.ts';
import type { FactKind } from '../fact-kinds.ts';
import type { IsoDate } from '../facts.ts';
import { type Decision, type Turn } from '../turn.ts';
import { outdateFilingSummary } from './outdate-summary.ts';

/**
 * Records a fact. This doesn't change the state of the case, and a payment doesn't count as a cure. A payment during
 * the review of a filing requires a new summary, which makes an older approval stale.
 */
export function noteFact(
  turn: Turn,
  actor: ActorType,
  { fact, ...said }: { fact: FactKind; date: IsoDate; amountCents?: number | undefined; detail: string | undefined },
): Decision {
  turn.note(fact, actor, said);
  if (fact === 'payment') outdateFilingSummary(turn);
  return turn.done();
}
