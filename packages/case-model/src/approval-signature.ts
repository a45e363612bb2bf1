import { stageUnderReview } from './approvals.ts';
import type { CaseRecord, Stage } from './record.ts';

/** What a browser returns for a passkey signature, with each part in base64url. */
export interface Assertion {
  readonly credentialId: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/** A verified assertion, with everything that others need to verify it again. */
export interface ApprovalSignature extends Assertion {
  readonly stage: Stage;
  readonly revision: number;
  /** The public key in COSE format, in base64url. */
  readonly publicKey: string;
  /** The host of the website, and the origin of its pages. */
  readonly rpId: string;
  readonly origin: string;
}

/** What an approval states. */
export interface Approved {
  readonly caseId: string;
  readonly stage: Stage;
  /** The revision that the case summary prints. */
  readonly revision: number;
  readonly documentHashes: readonly string[];
}

/** The case, stage and revision under review, or null if the case is not under review. */
export function underReview(record: CaseRecord): Omit<Approved, 'documentHashes'> | null {
  const stage = stageUnderReview(record);
  return stage && { caseId: record.caseId, stage, revision: record.revisions[stage] };
}

/** The text whose SHA-256 a passkey signs. It is described in docs/attorneys.md and never changes. */
export function approvalText({ caseId, stage, revision, documentHashes }: Approved): string {
  const hashes = [...new Set(documentHashes)].toSorted();
  const lines = ['approval 1', `case ${caseId}`, `stage ${stage}`, `revision ${revision}`];
  return [...lines, ...hashes.map((hash) => `sha256 ${hash}`)].map((line) => `${line}\n`).join('');
}
