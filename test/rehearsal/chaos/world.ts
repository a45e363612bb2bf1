import { liveModel } from '../../e2e/support/live-model.ts';
import { type Attorney, newAttorney, type Organization, signUpMany } from '../support/customers.ts';
import type { Receivers } from '../support/receivers.ts';
import type { ChaosStack } from './stack.ts';
import type { Tally } from './tally.ts';

/** The state that the players of a run share. */
export interface World {
  stack: ChaosStack;
  receivers: Receivers;
  tally: Tally;
  organizations: readonly Organization[];
  attorneys: readonly [Attorney, Attorney];
  model: ReturnType<typeof liveModel>;
}

/**
 * Creates organizations whose events are sent to every receiver in both modes, and two attorneys for the live cases.
 */
export async function createWorld(
  { stack, receivers, tally }: Pick<World, 'stack' | 'receivers' | 'tally'>,
  count: number,
): Promise<World> {
  const attorneys = [await newAttorney(stack.store), await newAttorney(stack.store)] as const;
  const organizations = await signUpMany(stack.api, count, receivers.urls);
  return { stack, receivers, tally, organizations, attorneys, model: liveModel(stack.store, attorneys) };
}
