import { type CaseRecord, isFinished } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import type { Prediction } from '../../e2e/support/live-model.ts';
import { read } from './acknowledge.ts';
import { settle, type Settled } from './settle.ts';
import { ViolationError } from './tally.ts';
import type { World } from './world.ts';

/** A submitted case, and the acts that are played on it. */
export interface Game<Act> {
  ref: CaseRef;
  /** Returns the next act. Null ends the game. */
  choose: (record: CaseRecord, turn: number) => Act | null;
  /** Returns what the model expects of an act. */
  predict: (before: CaseRecord, act: Act) => Promise<Prediction>;
  /** Sends the act. Resolves to `ok`, or to the code of the refusal. */
  send: (before: CaseRecord, act: Act) => Promise<string>;
  /** Whether an unexpected response is correct, given that a step had failed. */
  mayBe?: (response: string, act: Act) => boolean;
  /** Describes how the record differs from the expected one. Null if it doesn't. */
  differenceOf: (found: Settled, foretold: CaseRecord) => string | null;
}

/** Plays a case, and checks every response and its effect against the model. */
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
