export const newCaseWords = {} as const;
