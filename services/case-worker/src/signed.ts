import { type ApprovalSignature, type CaseRecord, underReview } from '@evict/case-model';
import type { Approvals } from '@evict/credentials/approvals';
import type { CommandOnFile } from '@evict/store/decisions';

/** How approvals are signed: for which website, and whether they have to be. */
export interface Signing {
  approvals: Approvals;
  requireSignedApprovals: boolean;
}

/** What a review is decided on beside its text. */
export interface Signed {
  signature: ApprovalSignature | 'invalid' | undefined;
  mustBeSigned: boolean;
}

/**
 * Verifies the signature of an approval against the case as it is now, whatever the gateway that wrote it has found. The
 * count of the passkey is the gateway's: a signature takes effect once, with its command.
 */
export async function signedBy(
  { approvals, requireSignedApprovals }: Signing,
  record: CaseRecord,
  { body, materials: { passkey = null, hasPasskey } }: Pick<CommandOnFile, 'body' | 'materials'>,
): Promise<Signed> {
  if (hasPasskey === undefined) throw new Error('a review is decided on the passkeys of its attorney');
  // A passkey that its owner could leave out would protect nothing.
  const mustBeSigned = requireSignedApprovals || hasPasskey;
  if (body.kind !== 'review' || body.assertion === undefined) return { signature: undefined, mustBeSigned };
  const { assertion, documentHashes } = body;
  const under = underReview(record);
  if (passkey === null || under === null) return { signature: 'invalid', mustBeSigned };
  const publicKey = Uint8Array.from(Buffer.from(passkey, 'base64'));
  const key = { credentialId: assertion.credentialId, publicKey, signCount: 0 };
  const verified = await approvals.verify({ ...under, documentHashes }, assertion, key);
  return { signature: verified?.signature ?? 'invalid', mustBeSigned };
}
