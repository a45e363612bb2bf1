/** Words of the whole website. Each page has its own file beside this one. */
export const siteName = 'Eviction cases';
export const modeNames = { test: 'Test', live: 'Live' } as const;
export const notLegalAdvice =
  'This is not a law firm and gives no legal advice. A licensed attorney reviews a live case before anything is served or filed.';
