import { stageUnderReview } from './approvals.ts';
import type { CaseRecord, Stage } from './record.ts';

/** What a browser returns for a signature by a passkey, each part in base64url. */
export interface Assertion {
  readonly credentialId: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/** An assertion that was verified, with everything that others need to verify it. */
export interface ApprovalSignature extends Assertion {
  readonly stage: Stage;
  readonly revision: number;
  /** A COSE key, in base64url. */
  readonly publicKey: string;
  /** The host of the website, and the origin of its pages. */
  readonly rpId: string;
  readonly origin: string;
}

/** What an approval says. */
export interface Approved {
  readonly caseId: string;
  readonly stage: Stage;
  /** As the case summary prints it. */
  readonly revision: number;
  readonly documentHashes: readonly string[];
}

/** What is under review now; null outside review. */
export function underReview(record: CaseRecord): Omit<Approved, 'documentHashes'> | null {
  const stage = stageUnderReview(record);
  return stage && { caseId: record.caseId, stage, revision: record.revisions[stage] };
}

/** The text whose SHA-256 a passkey signs. docs/attorneys.md describes it; it never changes. */
export function approvalText({ caseId, stage, revision, documentHashes }: Approved): string {
  const hashes = [...new Set(documentHashes)].toSorted();
  const lines = ['approval 1', `case ${caseId}`, `stage ${stage}`, `revision ${revision}`];
  return [...lines, ...hashes.map((hash) => `sha256 ${hash}`)].map((line) => `${line}\n`).join('');
}
