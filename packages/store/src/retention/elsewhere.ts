import type { Retained } from './table.ts';

// Data outside the database. See table.ts.

const afterItsEnd = { deleted: '90 days after its end' } as const;

/** Data in Temporal: only ids, dates, states and counts. */
export const temporalRetention = {
  'workflow of a case': { contents: 'ids of commands, timers and states', ...afterItsEnd },
  'run of retention': { contents: 'counts, and the position in the list of cases', ...afterItsEnd },
  'schedule of retention': { contents: 'when it runs', deleted: 'never' },
} as const satisfies Record<string, Retained>;

export const externalRetention = {
  'bucket (`BLOB_STORE=s3`)': { contents: 'bytes of documents', deleted: 'as for Blob' },
  'list of erasures (`ERASURE_LIST`)': {
    contents: 'ids, who erased what and when, and the consent or order',
    deleted:
      'the entry of a sandbox case with its shell; others by operators, once all backups are newer than the entry',
  },
  backups: { contents: 'everything', deleted: 'by operators, within a year' },
  logs: { contents: 'ids, routes, times and error classes', deleted: 'by your logging platform; 30 days are enough' },
  'metrics and traces': { contents: 'counts and durations', deleted: 'by Prometheus and the collector' },
  'temporary files': { contents: 'the body of a large request', deleted: 'with the request' },
} as const satisfies Record<string, Retained>;
