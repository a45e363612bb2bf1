export const documentWords = {
  open: 'Open',
  verified: 'This document matches the record',
  different: 'This document does NOT match the record',
  differentHelp: 'Do not rely on what you see. Open the document again; if this persists, contact us.',
  hash: 'SHA-256',
  download: 'Download',
  unknown: 'This kind of file cannot be shown here. Download it to open it.',
  tryAgain: 'Try again',
  broken: 'This file cannot be shown and may be damaged. Download it to look at it.',
  loading: 'Loading the document',
} as const;
