export const reportWords = {
  servedDate: 'Date of service',
  expires: 'Last day of the period',
  envelopeId: 'Envelope ID',
  courtCaseNumber: 'Court case number',
  notAnAmount: 'Must be an amount, such as 1,400.00.',
} as const;
