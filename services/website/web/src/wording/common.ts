/** Names of the whole website. */
export const siteName = 'Eviction cases';
export const modeNames = { test: 'Test', live: 'Live' } as const;
