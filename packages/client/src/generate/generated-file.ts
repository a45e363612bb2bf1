/** The file that `npm run client` writes. It is committed, so that a change of the interface shows where it is reviewed. */
export const generatedFile = new URL('../generated/description.ts', import.meta.url);
