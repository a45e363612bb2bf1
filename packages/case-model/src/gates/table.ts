import {
  attestationAuthority,
  attestationNotDiscriminatory,
  attestationNotRetaliatory,
  caresAct,
  servicemember,
  subsidizedTenancy,
} from './attestations.ts';
import type { Gate } from './gate.ts';
import { holdoverTerm, justCause, leaseTerms } from './lease.ts';
import { ledgerBalance, ledgerRentOnly } from './ledger.ts';
import { entityPlaintiff, partiesPresent, plaintiffAuthority } from './parties.ts';
import {
  paymentAfterNotice,
  priorNoticeDocument,
  priorNoticeElapsed,
  priorNoticeMethod,
  priorNoticePeriod,
  priorNoticeProof,
  priorNoticeRecorded,
} from './prior-notice.ts';
import { violationDescribed } from './violation.ts';

/** Every gate, in the order that results are shown. */
export const gates: readonly Gate[] = [
  { name: 'parties_present', check: partiesPresent },
  { name: 'plaintiff_authority', check: plaintiffAuthority },
  { name: 'entity_plaintiff', check: entityPlaintiff },
  { name: 'attestation_authority', check: attestationAuthority },
  { name: 'attestation_not_retaliatory', check: attestationNotRetaliatory },
  { name: 'attestation_not_discriminatory', check: attestationNotDiscriminatory },
  { name: 'cares_act', check: caresAct },
  { name: 'servicemember', check: servicemember },
  { name: 'subsidized_tenancy', check: subsidizedTenancy },
  { name: 'lease_terms', check: leaseTerms },
  { name: 'ledger_balance', check: ledgerBalance },
  { name: 'ledger_rent_only', only: { ground: 'nonpayment' }, check: ledgerRentOnly },
  { name: 'violation_described', only: { ground: 'lease_violation' }, check: violationDescribed },
  { name: 'holdover_term', only: { ground: 'holdover' }, check: holdoverTerm },
  { name: 'just_cause', only: { track: 'attorney', ground: 'holdover' }, check: justCause },
  { name: 'prior_notice_recorded', only: { entryPoint: 'filing' }, check: priorNoticeRecorded },
  { name: 'prior_notice_document', only: { entryPoint: 'filing' }, check: priorNoticeDocument },
  { name: 'prior_notice_proof', only: { entryPoint: 'filing' }, check: priorNoticeProof },
  { name: 'prior_notice_elapsed', only: { entryPoint: 'filing' }, check: priorNoticeElapsed },
  { name: 'prior_notice_period', only: { entryPoint: 'filing' }, check: priorNoticePeriod },
  { name: 'prior_notice_method', only: { entryPoint: 'filing' }, check: priorNoticeMethod },
  { name: 'payment_after_notice', only: { entryPoint: 'filing', ground: 'nonpayment' }, check: paymentAfterNotice },
];
