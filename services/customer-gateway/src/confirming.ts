import { ApiError, type CreateCaseBody } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { type CustomerCaller, enforceLimit, type Identity, isAgent } from '@evict/http';
import { askConfirmation, type ConfirmedAction, findAsked, useConfirmation } from '@evict/store/confirmations';
import { newId } from '@evict/store/ids';
import type { Dependencies } from './dependencies.ts';

/**
 * Returns the id under which to record a command or take an action. For any caller except an agent, this is `usedBy`.
 * For an agent, it is the id that has used a person's confirmation: `usedBy`, or the id of an earlier, undecided
 * command. If there is no confirmation, this requests one and throws 409 `confirmation_required` with the URL of the
 * page where a person can confirm. `writeCommand` refuses an agent's command without a confirmation.
 */
export async function requireConfirmed(
  { store, websiteOrigin }: Pick<Dependencies, 'store' | 'websiteOrigin'>,
  { caller, work }: { caller: CustomerCaller; work: Identity },
  { chargeId = null, ...act }: { caseId: string; action: ConfirmedAction; chargeId?: string | null },
  usedBy: string,
): Promise<string> {
  if (!isAgent(caller)) return usedBy;
  const asked = { ...act, chargeId, keyId: caller.credentialId };
  // Without an Idempotency-Key, a repeated request has a new id, so let it resend the undecided command of the first
  // one.
  const user = { usedBy, orUndecided: !work.hasKey };
  const used = await useConfirmation(store, caller, asked, user);
  if (used) return used;
  let open = await findAsked(store, caller, asked);
  if (!open) {
    // A person may have confirmed it between the two queries.
    const usedNow = await useConfirmation(store, caller, asked, user);
    if (usedNow) return usedNow;
    await enforceLimit(store, 'confirmation', `${caller.organizationId}:${caller.mode}`);
    open = await askConfirmation(store, caller, asked, newId('confirmation'));
  }
  if (!open) throw new ApiError('erased');
  const { id, expiresAt } = open;
  const url = `${websiteOrigin}${websitePages.confirm(id, caller.mode)}`;
  throw new ApiError('confirmation_required', { details: { id, url, expiresAt: expiresAt.toISOString() } });
}

/** Throws 403 if an agent sends attestations, which only a person may give. */
export function requireNoAttestations(
  caller: CustomerCaller,
  attestations: CreateCaseBody['attestations'] | undefined,
): void {
  if (!isAgent(caller)) return;
  if (attestations === undefined || Object.keys(attestations).length === 0) return;
  throw new ApiError('forbidden', {
    message: 'Leave the attestations out. A person answers them when they confirm the submission.',
  });
}
