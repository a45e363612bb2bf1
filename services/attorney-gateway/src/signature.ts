import { type ApprovalSignature, type Assertion, underReview } from '@evict/case-model';
import type { Approvals } from '@evict/credentials/approvals';
import type { Work } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { isCommandWritten } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import { countSignature, type PasskeyRow } from '@evict/store/factors';

interface Signing {
  store: Store;
  approvals: Approvals;
  /** Of the attorney. */
  passkeys: readonly PasskeyRow[];
  work: Work;
}

/**
 * The signature of an approval by a passkey of the attorney; 'invalid' for any other assertion, and for one that was used
 * before, except by an earlier attempt of the same request.
 */
export async function verifiedSignature(
  { store, approvals, passkeys, work }: Signing,
  { id: caseId, record }: CaseRow,
  { assertion, documentHashes }: { assertion: Assertion; documentHashes: readonly string[] },
): Promise<ApprovalSignature | 'invalid'> {
  const under = record && underReview(record);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.credentialId);
  if (!passkey || !under) return 'invalid';
  const isSentAgain = work.mayBeDone && (await isCommandWritten(store, caseId, work.uuid('command')));
  const before = isSentAgain ? 0 : passkey.signCount;
  const verified = await approvals.verify({ ...under, documentHashes }, assertion, { ...passkey, signCount: before });
  if (!verified) return 'invalid';
  const isNew = isSentAgain || (await countSignature(store, passkey.id, verified.signCount));
  return isNew ? verified.signature : 'invalid';
}
