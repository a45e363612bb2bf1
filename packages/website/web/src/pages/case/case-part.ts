/** The tabs of the case page. */
export const caseParts = ['overview', 'documents', 'messages', 'ledger', 'history'] as const;
export type CasePart = (typeof caseParts)[number];
