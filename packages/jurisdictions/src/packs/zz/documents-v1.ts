import type { DocumentSpec } from '../../pack.ts';

/** The papers of the sandbox jurisdiction, as first worded. */
export const zzDocumentsV1 = {
  noticeToPay: {
    id: 'zz.notice.nonpayment.v1',
    template: 'notice',
    title: 'Notice to Pay Rent or Quit',
    filename: 'zz-notice-nonpayment.pdf',
  },
  noticeToCure: {
    id: 'zz.notice.lease_violation.v1',
    template: 'notice',
    title: 'Notice to Cure or Quit',
    filename: 'zz-notice-lease_violation.pdf',
  },
  noticeToQuit: {
    id: 'zz.notice.holdover.v1',
    template: 'notice',
    title: 'Notice to Quit',
    filename: 'zz-notice-holdover.pdf',
  },
  complaint: {
    id: 'zz.complaint.v1',
    template: 'complaint',
    title: 'Complaint for Summary Possession',
    filename: 'zz-complaint.pdf',
  },
  summons: { id: 'zz.summons.v1', template: 'summons', title: 'Summons', filename: 'zz-summons.pdf' },
  proofOfNotice: {
    id: 'zz.proof.notice.v1',
    template: 'proof',
    title: 'Proof of Service of Notice',
    filename: 'zz-proof-of-notice.pdf',
  },
  proofOfSummons: {
    id: 'zz.proof.summons.v1',
    template: 'proof',
    title: 'Proof of Service of Summons',
    filename: 'zz-proof-of-summons.pdf',
  },
} as const satisfies Record<string, DocumentSpec>;
