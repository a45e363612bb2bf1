import type { CreateCaseBody } from '@evict/contract';

/** The steps of the intake, in order. */
export const stepNames = {
  place: 'Place and ground',
  parties: 'Parties',
  lease: 'Lease',
  ledger: 'Ledger',
  violation: 'Violation',
  attestations: 'Attestations',
  priorNotice: 'Prior notice',
  evidence: 'Evidence',
  finish: 'Check and submit',
} as const;

export type StepId = keyof typeof stepNames;

export const intakeWords = {
  newTitle: 'New case',
  roles: { plaintiff: 'Plaintiff', defendant: 'Defendant' },
} as const;

export const groundHelp: Readonly<Record<CreateCaseBody['ground'], string>> = {
  nonpayment: 'Rent is owed.',
  lease_violation: 'The tenant has violated the lease.',
  holdover: 'The tenancy has ended, and the tenant has not left.',
};

/** The statements as they are attested to, and what each means. The service prints the same. */
export const attestationQuestions = {
  authority: {
    text: 'The plaintiff owns the property, or the owner has authorized the plaintiff to bring this case.',
    meaning: 'A case is brought by the owner or someone who may act for the owner.',
  },
  notRetaliatory: {
    text: 'The case is not brought because the tenant did something that the tenant had a right to do.',
    meaning: 'Such as asking for repairs, or complaining to an authority.',
  },
  notDiscriminatory: {
    text: 'The case is not brought because of a characteristic of the tenant that the law protects.',
    meaning: 'Such as race, religion, sex, disability or having children.',
  },
  caresCovered: {
    text: 'The property is a covered dwelling under the CARES Act (15 U.S.C. § 9058).',
    meaning:
      'Such as a property with a federally backed mortgage, or in a federal housing program. This lengthens the notice period.',
  },
  subsidized: {
    text: 'The tenancy is subsidized by a government program.',
    meaning: 'Such as a housing voucher. More notices may be due.',
  },
  servicemember: {
    text: 'A tenant is in military service (50 U.S.C. § 3931).',
    meaning: 'The court asks for an affidavit on this before any default.',
  },
} as const;

export const ledgerEditorWords = {
  kinds: {
    date: 'Date',
    amount: 'Amount (payments negative)',
    charge: 'Charge',
    payment: 'Payment',
    type: 'Charge or payment',
    memo: 'Memo',
    ignore: 'Not used',
  },
  faults: { date: 'Needs a date.', amount: 'Must be an amount, such as 1,400.00.' },
} as const;

export const evidenceUploadWords = {} as const;
