import type { ApprovalSignature } from '@evict/case-model';
import { holdsSignature } from '@evict/credentials/approvals';
import { allRows, type Store } from '../database/store.ts';
import type { NamingEvent } from './verify-case.ts';

/** A signed approval in the history. */
interface SignedApproval {
  eventId: string;
  reviewer: unknown;
  documentHashes: readonly string[];
  signature: ApprovalSignature;
}

/** Returns the signed approval that an event records, in an array that is empty for any other event. */
export function signedApprovalOf({ id, action, detail }: NamingEvent): SignedApproval[] {
  const signature = detail?.['signature'] as ApprovalSignature | undefined;
  if (action !== 'review_recorded' || !signature) return [];
  const documentHashes = (detail?.['documentHashes'] ?? []) as string[];
  return [{ eventId: id, reviewer: detail?.['reviewer'], documentHashes, signature }];
}

/**
 * Verifies signatures with the public keys in the history, and compares these keys with the accounts' passkeys. A
 * signature is a fault if its passkey belongs to another user or has another public key. `removedKeys` counts valid
 * signatures whose passkey no longer exists, because its attorney has removed it.
 */
export async function verifySignatures(
  store: Store,
  caseId: string,
  approvals: readonly SignedApproval[],
): Promise<{ count: number; removedKeys: number; faults: string[] }> {
  const found = { count: 0, removedKeys: 0, faults: [] as string[] };
  if (approvals.length === 0) return found;
  const ids = approvals.map(({ signature }) => signature.credentialId);
  const passkeys = await allRows<{ credentialId: string; userId: string; publicKey: Buffer }>(store)`
    SELECT "credentialId", "userId", "publicKey" FROM "Passkey" WHERE "credentialId" = ANY (${ids}::text[])`;
  for (const { eventId, reviewer, documentHashes, signature } of approvals) {
    const passkey = passkeys.find(({ credentialId }) => credentialId === signature.credentialId);
    const key = passkey && Buffer.from(passkey.publicKey).toString('base64url');
    if (!(await holdsSignature({ caseId, documentHashes }, signature))) {
      found.faults.push(`the signature of the approval ${eventId} does not match the documents that it names`);
    } else if (passkey && (passkey.userId !== reviewer || key !== signature.publicKey)) {
      found.faults.push(`the approval ${eventId} is signed with a key that does not belong to its attorney`);
    } else {
      found.count += 1;
      if (!passkey) found.removedKeys += 1;
    }
  }
  return found;
}
