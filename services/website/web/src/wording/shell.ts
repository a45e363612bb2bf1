export const shellWords = {
  close: 'Close',
} as const;
