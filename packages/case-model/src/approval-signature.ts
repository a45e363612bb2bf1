import { stageUnderReview } from './approvals.ts';
import type { CaseRecord, Stage } from './record.ts';

/** The parts of a passkey signature as the browser returns them, each in base64url. */
export interface Assertion {
  readonly credentialId: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/** A verified assertion, with everything needed to verify it again later. */
export interface ApprovalSignature extends Assertion {
  readonly stage: Stage;
  readonly revision: number;
  /** The COSE public key, in base64url. */
  readonly publicKey: string;
  /** The website's host name. `origin` is the origin of its pages. */
  readonly rpId: string;
  readonly origin: string;
}

/** What an attorney approves: these exact documents, for one stage and revision of a case. */
export interface Approved {
  readonly caseId: string;
  readonly stage: Stage;
  /** The revision number printed in the case summary. */
  readonly revision: number;
  readonly documentHashes: readonly string[];
}

/** Returns the case, stage and revision under review, or null if the case isn't under review. */
export function underReview(record: CaseRecord): Omit<Approved, 'documentHashes'> | null {
  const stage = stageUnderReview(record);
  return stage && { caseId: record.caseId, stage, revision: record.revisions[stage] };
}

/** Builds the text whose SHA-256 a passkey signs. docs/attorneys.md documents the format, which must never change. */
export function approvalText({ caseId, stage, revision, documentHashes }: Approved): string {
  const hashes = [...new Set(documentHashes)].toSorted();
  const lines = ['approval 1', `case ${caseId}`, `stage ${stage}`, `revision ${revision}`];
  return [...lines, ...hashes.map((hash) => `sha256 ${hash}`)].map((line) => `${line}\n`).join('');
}
