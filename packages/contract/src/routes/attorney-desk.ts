import { component, record, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { attorneyProfile, reviewDemand } from '../schemas/attorney-desk.ts';
import { noteList, noteResponse } from '../schemas/note.ts';
import type { Route } from './route.ts';

const createNoteBody = component('CreateAttorneyNote', record({ body: text({ min: 1, max: 5000 }) }), {
  body: 'Please upload the current ledger before the hearing.',
});

const attorney = {
  gateway: 'attorney',
  auth: 'attorney',
  tag: 'Attorneys',
  addition: true,
  bodyLimitBytes: bodyLimits.default,
} as const;
const ofCase = { ...attorney, params: { id: 'case' } } as const;

/** What attorneys read and write beside their reviews and reports. */
export const attorneyDeskRoutes = {
  getAttorney: {
    ...attorney,
    method: 'GET',
    path: '/v1/attorney/me',
    summary: 'Read who the token belongs to',
    description: 'The attorney with their licenses, as the operators have them on record.',
    success: { status: 200, schema: attorneyProfile, description: 'The attorney.' },
    errors: [],
  },
  getReviewDemand: {
    ...ofCase,
    method: 'GET',
    path: '/v1/attorney/cases/{id}/review',
    summary: 'Read what an approval has to name',
    description:
      'The documents of the stage under review: an approval that names the `contentHash` of each is accepted while they stay the same. New evidence or a new paper changes them. Each read is recorded in the audit trail.',
    success: { status: 200, schema: reviewDemand, description: 'The stage and its documents.' },
    errors: ['erased'],
  },
  listAttorneyNotes: {
    ...ofCase,
    method: 'GET',
    path: '/v1/attorney/cases/{id}/notes',
    summary: 'List the notes of a case',
    description: "The customer's and the service's messages, oldest first. Each read is recorded in the audit trail.",
    success: { status: 200, schema: noteList, description: 'The notes.' },
    errors: ['erased'],
  },
  createAttorneyNote: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/notes',
    summary: 'Write a note to the customer',
    description:
      'A message of the author `service`, which is announced to the customer by mail. In every state of the case, also after its end. At most 20 in 10 minutes per attorney.',
    body: createNoteBody,
    success: { status: 201, schema: noteResponse, description: 'The note.' },
    errors: ['attorney_not_eligible', 'erased'],
    idempotent: 'key',
  },
} as const satisfies Record<string, Route>;
