import { ApiError, type CreateCaseBody } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { type CustomerCaller, enforceLimit, type Identity, isAgent } from '@evict/http';
import { askConfirmation, type ConfirmedAction, findAsked, useConfirmation } from '@evict/store/confirmations';
import { newId } from '@evict/store/ids';
import type { Dependencies } from './dependencies.ts';

/**
 * For an agent, uses what a person has confirmed for the command or request with this id, and returns the id to write it
 * under; where nobody has, asks for it and throws 409 `confirmation_required` with the page. For anybody else it does
 * nothing. `writeCommand` writes no command of an agent's key without.
 */
export async function requireConfirmed(
  { store, websiteOrigin }: Pick<Dependencies, 'store' | 'websiteOrigin'>,
  { caller, work }: { caller: CustomerCaller; work: Identity },
  { chargeId = null, ...act }: { caseId: string; action: ConfirmedAction; chargeId?: string | null },
  usedBy: string,
): Promise<string> {
  if (!isAgent(caller)) return usedBy;
  const asked = { ...act, chargeId, keyId: caller.credentialId };
  // A repetition with its key has the id of the first.
  const use = () => useConfirmation(store, caller, asked, { usedBy, orUndecided: !work.hasKey });
  const used = await use();
  if (used) return used;
  const known = await findAsked(store, caller, asked);
  // The person may have said yes just now.
  const confirmed = known ? null : await use();
  if (confirmed) return confirmed;
  const open = known ?? (await ask());
  if (!open) throw new ApiError('erased');
  const { id, expiresAt } = open;
  const url = `${websiteOrigin}${websitePages.confirm(id, caller.mode)}`;
  throw new ApiError('confirmation_required', { details: { id, url, expiresAt: expiresAt.toISOString() } });

  async function ask() {
    await enforceLimit(store, 'confirmation', `${caller.organizationId}:${caller.mode}`);
    return askConfirmation(store, caller, asked, newId('confirmation'));
  }
}

/** 403 for an agent that answers what only a person attests to. */
export function requireNoAttestations(
  caller: CustomerCaller,
  attestations: CreateCaseBody['attestations'] | undefined,
): void {
  if (!isAgent(caller)) return;
  if (attestations === undefined || Object.keys(attestations).length === 0) return;
  throw new ApiError('forbidden', {
    message: 'Attestations are answered by a person, when they confirm the submit. Leave them out.',
  });
}
