export const documentWords = {
  open: 'Open',
  verified: 'These are the recorded bytes',
  different: 'These are NOT the bytes that the service has recorded',
  differentHelp: 'Do not rely on what you see. Open the document again; if this stays, contact us.',
  hash: 'SHA-256',
  download: 'Download',
  unknown: 'This kind of file cannot be shown here. Download it to open it.',
  tryAgain: 'Try again',
  broken: 'This file cannot be shown: it may be damaged. Download it to look at it.',
  loading: 'Loading the document',
} as const;
