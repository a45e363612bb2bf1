export const reportWords = {
  servedDate: 'Day of service',
  expires: 'Last day of the period',
  envelopeId: 'Envelope id',
  courtCaseNumber: 'Court case number',
  notAnAmount: 'Must be an amount, such as 1,400.00.',
} as const;
