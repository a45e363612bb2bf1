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
import { entityPlaintiff, partiesPresent, partyNames, plaintiffAuthority } from './parties.ts';
import { premisesAddress, zipInState } from './premises.ts';
import { printableText } from './printable-text.ts';
import {
  paymentAfterNotice,
  priorNoticeDocument,
  priorNoticeElapsed,
  priorNoticeMethod,
  priorNoticePeriod,
  priorNoticeProof,
  priorNoticeRecorded,
} from './prior-notice.ts';
import { readableEvidence } from './readable-evidence.ts';
import { rentalLicense } from './rental-license.ts';
import { violationDescribed } from './violation.ts';

/** All gates, in the order of the results. */
export const gates: readonly Gate[] = [
  partiesPresent,
  plaintiffAuthority,
  entityPlaintiff,
  attestationAuthority,
  attestationNotRetaliatory,
  attestationNotDiscriminatory,
  caresAct,
  servicemember,
  subsidizedTenancy,
  leaseTerms,
  ledgerBalance,
  ledgerRentOnly,
  violationDescribed,
  holdoverTerm,
  justCause,
  priorNoticeRecorded,
  priorNoticeDocument,
  priorNoticeProof,
  priorNoticeElapsed,
  priorNoticePeriod,
  priorNoticeMethod,
  paymentAfterNotice,
  rentalLicense,
  partyNames,
  premisesAddress,
  zipInState,
  printableText,
  readableEvidence,
];
