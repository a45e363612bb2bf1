import { type ApprovalSignature, type CaseRecord, underReview } from '@evict/case-model';
import type { Approvals } from '@evict/credentials/approvals';
import type { CommandOnFile } from '@evict/store/decisions';

/** How approvals are signed: the website that passkeys sign for, and whether a signature is required. */
export interface Signing {
  approvals: Approvals;
  requireSignedApprovals: boolean;
}

/** What the decision on a review needs in addition to the review's stored body. */
export interface Signed {
  signature: ApprovalSignature | 'invalid' | undefined;
  mustBeSigned: boolean;
}

/**
 * Verifies an approval's signature against the current case, regardless of what the gateway has checked. The passkey's
 * counter is checked only by the gateway, and a signature takes effect only once, together with its command.
 */
export async function signedBy(
  { approvals, requireSignedApprovals }: Signing,
  record: CaseRecord,
  { body, materials: { passkey = null, hasPasskey } }: Pick<CommandOnFile, 'body' | 'materials'>,
): Promise<Signed> {
  if (hasPasskey === undefined) throw new Error('hasPasskey must be loaded before a review is decided');
  // Once an attorney has a passkey, every approval must be signed with one. An optional passkey would give no
  // protection.
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
