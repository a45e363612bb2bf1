export const documentWords = {
  loading: 'Loading the document',
} as const;
