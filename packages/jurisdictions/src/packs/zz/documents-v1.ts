import type { DocumentSpec, Ground, RulePack } from '../../pack.ts';

/** The sandbox jurisdiction's papers, in their first wording. */
export const zzDocumentsV1 = {
  notices: {
    nonpayment: {
      id: 'zz.notice.nonpayment.v1',
      template: 'notice',
      title: 'Notice to Pay Rent or Quit',
      filename: 'zz-notice-nonpayment.pdf',
    },
    lease_violation: {
      id: 'zz.notice.lease_violation.v1',
      template: 'notice',
      title: 'Notice to Cure or Quit',
      filename: 'zz-notice-lease_violation.pdf',
    },
    holdover: {
      id: 'zz.notice.holdover.v1',
      template: 'notice',
      title: 'Notice to Quit',
      filename: 'zz-notice-holdover.pdf',
    },
  },
  filing: [
    {
      id: 'zz.complaint.v1',
      template: 'complaint',
      title: 'Complaint for Summary Possession',
      filename: 'zz-complaint.pdf',
    },
    { id: 'zz.summons.v1', template: 'summons', title: 'Summons', filename: 'zz-summons.pdf' },
  ],
  proofs: {
    notice: {
      id: 'zz.proof.notice.v1',
      template: 'proof',
      title: 'Proof of Service of Notice',
      filename: 'zz-proof-of-notice.pdf',
    },
    summons: {
      id: 'zz.proof.summons.v1',
      template: 'proof',
      title: 'Proof of Service of Summons',
      filename: 'zz-proof-of-summons.pdf',
    },
  },
} as const satisfies Pick<RulePack, 'filing' | 'proofs'> & { notices: Record<Ground, DocumentSpec> };
