import { type Process, processes } from './grants.ts';

/** The functions that each process may call. Those that write run as the owner, and do what their name says. */
export const functionGrants: Readonly<Record<string, readonly Process[]>> = {
  // Whoever writes a case computes its generated columns.
  ledgerBalance: processes,
  // Whoever records mail about a case.
  nextDigest: ['customer_gateway', 'attorney_gateway', 'case_worker', 'ops'],
  claimCaseImport: ['customer_gateway'],
  hasIntakeRoom: ['customer_gateway'],
  confirmedHash: ['customer_gateway', 'case_worker'],
  lockCaseOf: ['customer_gateway', 'outbox_worker', 'ops'],
  eraseCase: ['case_worker', 'ops'],
  deleteShell: ['case_worker'],
  setLegalHold: ['ops'],
  recordOperatorAction: ['ops'],
  recordMailFailure: ['outbox_worker'],
  catchUp: ['outbox_worker'],
  auditFailedSignIn: ['public_gateway', 'customer_gateway'],
};

/** The sequences that each process may use. */
export const sequenceGrants: Readonly<Record<string, readonly Process[]>> = {
  sandbox_envelope: ['case_worker'],
  sandbox_docket: ['case_worker'],
};
