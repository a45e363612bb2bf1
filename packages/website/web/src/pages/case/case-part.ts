/** The parts of a case's page, each a tab. */
export const caseParts = ['overview', 'documents', 'messages', 'ledger', 'history'] as const;
export type CasePart = (typeof caseParts)[number];
