import { type ApprovalSignature, type Assertion, underReview } from '@evict/case-model';
import type { Approvals } from '@evict/credentials/approvals';
import type { Work } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { isCommandWritten, type SignatureUse } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import type { PasskeyRow } from '@evict/store/factors';

interface Signing {
  store: Store;
  approvals: Approvals;
  /** All of the attorney's passkeys. */
  passkeys: readonly PasskeyRow[];
  work: Work;
}

/**
 * Verifies an approval's signature by one of the attorney's passkeys. Returns the signature, and the `use` to record
 * together with the command. Returns 'invalid' for any other assertion, and for one that was used before, unless an
 * earlier attempt of the same request used it.
 */
export async function verifiedSignature(
  { store, approvals, passkeys, work }: Signing,
  { id: caseId, record }: CaseRow,
  { assertion, documentHashes }: { assertion: Assertion; documentHashes: readonly string[] },
): Promise<{ signature: ApprovalSignature | 'invalid'; use?: SignatureUse }> {
  const under = record && underReview(record);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.credentialId);
  if (!passkey || !under) return { signature: 'invalid' };
  const isSentAgain = work.isRetryOfUnknownOutcome && (await isCommandWritten(store, caseId, work.uuid('command')));
  const before = isSentAgain ? 0 : passkey.signCount;
  const verified = await approvals.verify({ ...under, documentHashes }, assertion, { ...passkey, signCount: before });
  if (!verified) return { signature: 'invalid' };
  const { signature, signCount } = verified;
  return { signature, use: { passkeyId: passkey.id, signCount } };
}
