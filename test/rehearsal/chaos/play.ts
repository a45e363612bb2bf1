import { type CaseRecord, isFinished } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import type { Prediction } from '../../e2e/support/live-model.ts';
import { read } from './acknowledge.ts';
import { settle, type Settled } from './settle.ts';
import { ViolationError } from './tally.ts';
import type { World } from './world.ts';

/** A submitted case, and the acts on it. */
export interface Game<Act> {
  ref: CaseRef;
  /** The next act; null for none. */
  choose: (record: CaseRecord, turn: number) => Act | null;
  /** What the model says. */
  predict: (before: CaseRecord, act: Act) => Promise<Prediction>;
  /** `ok`, or the code of the refusal. */
  send: (before: CaseRecord, act: Act) => Promise<string>;
  /** Whether another response is right after all, since a step had failed. */
  mayBe?: (response: string, act: Act) => boolean;
  /** What the record is and should not be; null if it is as foretold. */
  differenceOf: (found: Settled, foretold: CaseRecord) => string | null;
}

/** Plays a case. Every response, and what it led to, is checked against the model. */
export async function play<Act>(world: World, game: Game<Act>, signal: AbortSignal): Promise<void> {
  let { record } = await settle(world, game.ref);
  for (let turn = 0; !signal.aborted && !isFinished(record.state); turn += 1) {
    const act = game.choose(record, turn);
    if (act === null) return;
    record = await playOne(world, game, record, act);
  }
}

async function playOne<Act>(world: World, game: Game<Act>, before: CaseRecord, act: Act): Promise<CaseRecord> {
  const expected = await read(() => game.predict(before, act));
  const response = await game.send(before, act);
  const after = await settle(world, game.ref);
  const context = `${game.ref.caseId}, ${JSON.stringify(act)} in ${before.state}`;
  const isRight = response === expected.code || (after.wasMended && game.mayBe?.(response, act));
  if (!isRight) throw new ViolationError('disagreement', `${context}: ${response}, not ${expected.code}`);
  const difference = game.differenceOf(after, expected.record(after.record));
  if (difference !== null) throw new ViolationError('disagreement', `${context}: ${difference}`);
  return after.record;
}
