import { type Gate, pass, warn } from './gate.ts';

/** Attorney and court have no password, so a PDF that needs one is of no use to them. */
export const readableEvidence: Gate = {
  name: 'readable_evidence',
  hideUnlessFailing: true,
  check({ lockedFiles = [] }) {
    if (lockedFiles.length === 0) return pass;
    const files = lockedFiles.map((index) => `documents[${index}]`).join(', ');
    return warn(`No one can open ${files} without a password. Upload a PDF that has none.`);
  },
};
