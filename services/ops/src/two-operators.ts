import { createHash } from 'node:crypto';
import { beginOperatorAction, findProposal, type OperatorAction } from '@evict/store/operations';
import type { OnlineCommand, Result } from './command.ts';
import type { Context } from './context.ts';
import { Refused } from './failures.ts';

type Confirmation = { action: OperatorAction } | { proposed: Result };

/**
 * What is recorded for a write: the action itself, or only its proposal where a second operator has to give the same
 * command. Throws Refused for an operator who has not proven who they are.
 */
export async function confirmation(
  context: Context,
  { takesTwo }: OnlineCommand,
  input: Record<string, unknown>,
  action: OperatorAction,
): Promise<Confirmation> {
  const { store, operator, identifiedBy, dualControl } = context;
  if (!dualControl || !takesTwo || !(await takesTwo.when(context, input))) return { action };
  if (identifiedBy === 'declared')
    throw new Refused('forbidden', 'DUAL_CONTROL takes operators who prove who they are.');
  const binds = createHash('sha256')
    .update(JSON.stringify(takesTwo.binds(input)))
    .digest('hex');
  const bound = { ...action, detail: { ...action.detail, binds } };
  const found = await findProposal(store, bound);
  if (found && found.operator !== operator) return { action: { ...bound, confirms: found.id } };
  const id = found?.id ?? (await beginOperatorAction(store, { ...bound, outcome: 'proposed' }));
  const endsAt = found?.endsAt ?? new Date(Date.now() + dayMs);
  return {
    proposed: {
      json: { proposal: id, endsAt },
      text: `Proposed, and not done yet: another operator gives the same command before ${endsAt.toISOString()}.`,
    },
  };
}

const dayMs = 86_400_000;
