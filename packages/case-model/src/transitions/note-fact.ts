import type { ActorType } from '../events.ts';
import type { FactKind } from '../fact-kinds.ts';
import type { IsoDate } from '../facts.ts';
import { type Decision, type Turn } from '../turn.ts';
import { outdateFilingSummary } from './outdate-summary.ts';

/**
 * Records a fact, which decides nothing and in particular is no cure. A payment during the review of a filing requires
 * a new summary, so an older approval is stale.
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
