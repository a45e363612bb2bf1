import { createHash } from 'node:crypto';
import { type ApprovalSignature, type Approved, approvalText, type Assertion } from '@evict/case-model';
import { createAssertions, relyingPartyOf } from './assertions.ts';
import type { RegisteredPasskey } from './passkeys.ts';

export type Approvals = ReturnType<typeof createApprovals>;

/** Creates functions that verify the approvals that attorneys sign with a passkey registered for this website. */
export function createApprovals(websiteOrigin: string) {
  const party = relyingPartyOf(websiteOrigin);
  const assertions = createAssertions(party);
  return {
    rpId: party.rpId,
    challengeOf,
    /**
     * Returns the signature to store and the passkey's new sign count, or null if the passkey hasn't signed this
     * approval.
     */
    async verify(
      approved: Approved,
      assertion: Assertion,
      passkey: Omit<RegisteredPasskey, 'transports'>,
    ): Promise<{ signature: ApprovalSignature; signCount: number } | null> {
      const signCount = await assertions.verifyAssertion(challengeOf(approved), responseOf(assertion), passkey);
      if (signCount === null) return null;
      const { stage, revision } = approved;
      const publicKey = Buffer.from(passkey.publicKey).toString('base64url');
      return { signature: { stage, revision, ...assertion, publicKey, ...party }, signCount };
    },
  };
}

/** Whether a stored signature is valid for this approval, under the public key that is stored with it. */
export async function holdsSignature(
  approved: Pick<Approved, 'caseId' | 'documentHashes'>,
  { stage, revision, publicKey, rpId, origin, ...assertion }: ApprovalSignature,
): Promise<boolean> {
  const assertions = createAssertions({ rpId, origin });
  const { credentialId } = assertion;
  const key = { credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), signCount: 0 };
  const challenge = challengeOf({ ...approved, stage, revision });
  return (await assertions.verifyAssertion(challenge, responseOf(assertion), key)) !== null;
}

function challengeOf(approved: Approved): Buffer {
  return createHash('sha256').update(approvalText(approved)).digest();
}

function responseOf({ credentialId, authenticatorData, clientDataJSON, signature }: Assertion) {
  const response = { authenticatorData, clientDataJSON, signature };
  return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response };
}
