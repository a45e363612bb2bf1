import type { Retained } from './table.ts';

// What is stored outside the database: see table.ts.

const byTemporal = { by: "Temporal, by the namespace's retention period" } as const;
const ninetyDays = '90 days after its end (retention period of the namespace)';

/** In Temporal: only ids, dates and states. */
export const temporalRetention = {
  'workflow of a case, its history and its visibility record': {
    contents: 'commands, timers and results of a case by ids and codes',
    limit: 'one open run per open case, which continues as new before its history grows large',
    deleted: ninetyDays,
    ...byTemporal,
  },
  'run of retention': {
    contents: 'counts, and a position in a list of cases',
    limit: 'one run per day',
    deleted: ninetyDays,
    ...byTemporal,
  },
  'workflows of webhook endpoints, mail and charges': {
    contents: 'ids of endpoints, times, classes of errors',
    limit: 'one open run per endpoint, one for mail, one for charges',
    deleted: ninetyDays,
    ...byTemporal,
  },
  'schedule of retention': { contents: 'when it runs', limit: 'one', deleted: 'never', by: 'nobody' },
  'task queues and worker versions': {
    contents: 'pollers, build ids',
    limit: 'queues and builds in use',
    deleted: 'when nobody polls',
    by: 'Temporal',
  },
} as const satisfies Record<string, Retained>;

export const externalRetention = {
  'bytes of documents in a bucket (BLOB_STORE=s3)': {
    contents: 'documents and uploads',
    limit: 'like the table Blob',
    deleted: 'with the details of the case; later arrivals on the next day; bytes without a document after 7 days',
    by: 'erasure of the case; the daily retention',
  },
  'list of erasures (ERASURE_LIST)': {
    contents: 'one file per erasure: an id, who, when, a state, the words of a consent or order',
    limit: 'erasures',
    deleted: 'the entry of a sandbox case with its shell; any other may be deleted once every backup is newer',
    by: 'retention; operators',
  },
  backups: {
    contents: 'everything at the time of the backup',
    limit: 'the number of backups',
    deleted: 'keep none longer than a year: the list of erasures keeps sandbox cases for that long',
    by: 'operators',
  },
  logs: {
    contents: 'ids, routes, times, classes of failures; no tenant data',
    limit: 'requests',
    deleted: 'according to the platform that collects them; 30 days suffice',
    by: 'operators',
  },
  'metrics and traces': {
    contents: 'counts and durations, without ids in metrics',
    limit: 'requests',
    deleted: 'according to Prometheus and the collector',
    by: 'operators',
  },
  'temporary files of large request bodies': {
    contents: 'one body during its request',
    limit: 'concurrent requests',
    deleted: 'at the end of its request or of the process',
    by: 'the gateway',
  },
} as const satisfies Record<string, Retained>;
