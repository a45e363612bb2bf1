import { bodyLimits } from '../limits.ts';
import { attorneyCase, attorneyQueue, outcomeBody, reviewBody } from '../schemas/attorney.ts';
import { caseResponse } from '../schemas/case.ts';
import type { Route } from './route.ts';

const attorney = {
  gateway: 'attorney',
  auth: 'attorney',
  tag: 'Attorneys',
  bodyLimitBytes: bodyLimits.default,
} as const;
const ofCase = { ...attorney, params: { id: 'case' } } as const;

/** What a partner attorney sees and says of the live cases that are theirs. */
export const attorneyRoutes = {
  getAttorneyQueue: {
    ...attorney,
    method: 'GET',
    path: '/v1/attorney/queue',
    summary: 'Cases that wait for the attorney',
    description: 'In notice or filing review, and open ones on hold or with a failed job; oldest first, without names.',
    success: { status: 200, schema: attorneyQueue, description: 'The cases.' },
    errors: [],
  },
  getAttorneyCase: {
    ...ofCase,
    method: 'GET',
    path: '/v1/attorney/cases/{id}',
    summary: 'Read a case',
    description:
      'With its gates, evidence, filings, service attempts and whole audit trail. Each read is recorded there. A case of another attorney is 404, like one that does not exist.',
    success: { status: 200, schema: attorneyCase, description: 'The case.' },
    errors: ['erased'],
  },
  downloadAttorneyDocument: {
    ...ofCase,
    params: { id: 'case', docId: 'document' },
    method: 'GET',
    path: '/v1/attorney/cases/{id}/documents/{docId}',
    summary: 'Download a document',
    description: 'The bytes with their stored content type. Each download is recorded in the audit trail.',
    success: { status: 200, schema: 'bytes', description: 'The bytes of the document.' },
    errors: [['erased', 410]],
  },
  reviewCase: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/reviews',
    summary: 'Answer what is under review',
    description:
      '`approve` binds the exact bytes: it must name the hash of every document under review. `request_changes` makes the case a draft again. `reject` ends the engagement and puts the case on hold.',
    body: reviewBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition', 'stale_approval'],
    idempotent: 'key',
  },
  reportOutcome: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/outcomes',
    summary: 'Report what the court did',
    description:
      'Every outcome but `closed` needs a current approval of the filing. `closed` on a case with a withdrawal pending says that all work has stopped, and withdraws it.',
    body: outcomeBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition'],
    idempotent: 'key',
  },
} as const satisfies Record<string, Route>;
