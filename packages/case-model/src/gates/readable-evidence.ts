import { type Gate, pass, warn } from './gate.ts';

/** Warns about PDFs that need a password, because the attorney and the court don't have it. */
export const readableEvidence: Gate = {
  name: 'readable_evidence',
  hideUnlessFailing: true,
  check({ lockedFiles = [] }) {
    if (lockedFiles.length === 0) return pass;
    const files = lockedFiles.map((index) => `documents[${index}]`).join(', ');
    return warn(`No one can open ${files} without a password. Upload a PDF that has none.`);
  },
};
