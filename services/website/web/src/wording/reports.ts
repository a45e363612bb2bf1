/** The names of what attorneys report, as the forms list them. */
export const serviceStageNames = { notice: 'Notice', summons: 'Summons' } as const;
export const serviceStatusNames = { pending: 'Sent out', served: 'Served', failed: 'Failed' } as const;
export const serviceMethodNames = {
  personal: 'Delivered in person',
  substitute: 'Left with another person',
  posting: 'Posted',
  posting_and_mail: 'Posted and mailed',
  certified_mail: 'Certified mail',
  first_class_mail: 'First-class mail',
} as const;
export const filingStatusNames = { submitted: 'Submitted', accepted: 'Accepted', rejected: 'Returned' } as const;
export const rejectionNames = {
  missing_information: 'Information is missing',
  party_name: 'Name of a party',
  wrong_court: 'Wrong court',
  missing_document: 'A document is missing',
  fee: 'Fee',
  signature: 'Signature',
  other: 'Other',
} as const;
export const holdReasonNames = {
  bankruptcy: 'Bankruptcy (11 U.S.C. § 362)',
  court_stay: 'Stay by the court',
  appeal: 'Appeal',
  agreement: 'Agreement of the parties',
  other: 'Other',
} as const;
export const factNames = {
  answer_filed: 'An answer was filed',
  transferred: 'The case was transferred',
  payment: 'A payment was made',
  moved_out: 'The tenant moved out',
  lockout_executed: 'The lockout was carried out',
  dismissed: 'The court dismissed its case',
} as const;
export const judgmentOutcomeNames = {
  plaintiff: 'For the plaintiff',
  defendant: 'For the defendant',
  dismissed: 'Dismissed',
} as const;
export const judgmentMannerNames = { default: 'By default', contested: 'Contested' } as const;

export const reportWords = {
  service: 'Report service',
  serviceHelp: 'Each attempt is first sent out, then served or failed. The last day of service governs.',
  correctService: 'Correct service',
  voidService: 'Take back service',
  voidHelp:
    'The paper or its service was defective. The service no longer counts, and what was served stays in the history.',
  restNotNeeded: 'Rest not needed',
  restHelp: 'Service on the other defendants is not needed, and the case moves on.',
  filing: 'Report filing',
  correctFiling: 'Correct filing',
  hearing: 'Report hearing',
  hearingHelp: 'A continuance too. After a judgment it says that the judgment was vacated.',
  judgment: 'Report judgment',
  writRequested: 'Report writ requested',
  writIssued: 'Report writ issued',
  close: 'Close case',
  closeHelp:
    'All work has stopped. On a case whose withdrawal is pending this confirms the withdrawal. A court case needs its own dismissal: give its day if it is on record.',
  hold: 'Put on hold',
  holdHelp: 'Nothing is served or filed until the case is resumed. The customer sees the reason.',
  resume: 'Resume case',
  resumeHelp: 'The case returns to where it was, or to its review where no approval is current.',
  fact: 'Report fact',
  factHelp: 'It is recorded in the history and decides nothing by itself.',
  deadline: 'Add deadline',
  changeDeadline: 'Change deadline',
  removeDeadline: 'Remove deadline',
  stage: 'Paper',
  result: 'Result',
  method: 'Manner',
  party: 'Defendant',
  servedDate: 'Day of service',
  expires: 'Last day of the period',
  citation: 'Law that determines it',
  failureReason: 'Why it failed',
  restFlag: 'Service on the other defendants is not needed',
  reason: 'Reason',
  reasonHelp: 'Kept in the audit trail. Customers never see it.',
  status: 'Status',
  envelopeId: 'Envelope id',
  courtCaseNumber: 'Court case number',
  rejectionCode: 'Reason of the court',
  rejectionText: 'In the words of the court',
  date: 'Day',
  hearingDate: 'Day of the hearing',
  outcome: 'Outcome',
  manner: 'Given',
  withPrejudice: 'With prejudice',
  amount: 'Amount awarded, without costs',
  costs: 'Costs',
  dismissedOn: 'Day of the dismissal',
  until: 'Expected to go on',
  internalNotes: 'Notes, internal',
  kind: 'What',
  detail: 'Detail',
  name: 'Name',
  notAnAmount: 'Must be an amount, such as 1,400.00.',
} as const;
