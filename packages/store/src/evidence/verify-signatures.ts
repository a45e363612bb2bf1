import type { ApprovalSignature } from '@evict/case-model';
import { holdsSignature } from '@evict/factors/approvals';
import { allRows, type Store } from '../database/store.ts';
import type { LinkRow } from './chain-rows.ts';

/** An approval of the history that is signed. */
export interface SignedApproval {
  position: number;
  reviewer: unknown;
  documentHashes: readonly string[];
  signature: ApprovalSignature;
}

/** The signed approval that an event records; null for any other event. */
export function signedApprovalOf({ position, action, detail }: LinkRow): SignedApproval | null {
  const signature = detail?.['signature'] as ApprovalSignature | undefined;
  if (action !== 'review_recorded' || !signature) return null;
  const documentHashes = (detail?.['documentHashes'] ?? []) as string[];
  return { position, reviewer: detail?.['reviewer'], documentHashes, signature };
}

/**
 * Verifies signatures by the keys that the history has, and compares these with the passkeys of the accounts: a key of
 * somebody else is a fault. `removedKeys`: of passkeys that their attorneys have removed since.
 */
export async function verifySignatures(
  store: Store,
  caseId: string,
  approvals: readonly SignedApproval[],
): Promise<{ signatures: number; removedKeys: number; faults: string[] }> {
  const found = { signatures: 0, removedKeys: 0, faults: [] as string[] };
  if (approvals.length === 0) return found;
  const ids = approvals.map(({ signature }) => signature.credentialId);
  const passkeys = await allRows<{ credentialId: string; userId: string; publicKey: Buffer }>(store)`
    SELECT "credentialId", "userId", "publicKey" FROM "Passkey" WHERE "credentialId" = ANY (${ids}::text[])`;
  for (const { position, reviewer, documentHashes, signature } of approvals) {
    const passkey = passkeys.find(({ credentialId }) => credentialId === signature.credentialId);
    const key = passkey && Buffer.from(passkey.publicKey).toString('base64url');
    if (!(await holdsSignature({ caseId, documentHashes }, signature))) {
      found.faults.push(`the signature of the approval, event ${position}, is not of what it names`);
    } else if (passkey && (passkey.userId !== reviewer || key !== signature.publicKey)) {
      found.faults.push(`the approval, event ${position}, is signed by a key that is not of its attorney`);
    } else {
      found.signatures += 1;
      if (!passkey) found.removedKeys += 1;
    }
  }
  return found;
}
