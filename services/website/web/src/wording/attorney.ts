export const attorneyWords = {} as const;
