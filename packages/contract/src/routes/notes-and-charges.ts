import { component, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { chargeResponse, chargeList, checkoutResponse } from '../schemas/charge.ts';
import { noteResponse, noteList } from '../schemas/note.ts';
import type { Route } from './route.ts';

const createNoteBody = component('CreateNote', strictObject({ body: text({ min: 1, max: 5000 }) }), {
  body: 'The tenant has handed over the keys of the garage.',
});

const ofCase = {
  gateway: 'customer',
  auth: 'customer',
  tag: 'Notes and charges',
  params: { id: 'case' },
  bodyLimitBytes: bodyLimits.default,
} as const;

/** Messages about a live case, and its charges. */
export const noteAndChargeRoutes = {
  listNotes: {
    ...ofCase,
    method: 'GET',
    path: '/v1/cases/{id}/notes',
    summary: 'List the notes of a case',
    description: "The customer's and the service's messages, oldest first.",
    success: { status: 200, schema: noteList, description: 'The notes.' },
    errors: ['erased'],
  },
  createNote: {
    ...ofCase,
    method: 'POST',
    path: '/v1/cases/{id}/notes',
    summary: 'Write a note on a live case',
    description: 'At most 20 in 10 minutes per organization.',
    body: createNoteBody,
    success: { status: 201, schema: noteResponse, description: 'The note.' },
    errors: ['attorney_direct_only', 'erased'],
    idempotent: 'key',
  },
  listCharges: {
    ...ofCase,
    method: 'GET',
    path: '/v1/cases/{id}/charges',
    summary: 'List the charges of a case',
    description: 'Oldest first. If `paymentsEnabled` is false, charges cannot be paid online.',
    success: { status: 200, schema: chargeList, description: 'The charges.' },
    errors: ['erased'],
  },
  checkoutCharge: {
    ...ofCase,
    params: { id: 'case', chargeId: 'charge' },
    method: 'POST',
    path: '/v1/cases/{id}/charges/{chargeId}/checkout',
    summary: 'Pay a charge online',
    description:
      'Opens a hosted checkout, from which the customer returns to the case on the website. An open checkout is returned again. If the payment provider does not respond: 503 `busy`, and nothing has changed.',
    success: { status: 200, schema: checkoutResponse, description: 'Where to pay.' },
    errors: ['payments_unavailable', 'charge_not_due', 'erased'],
    idempotent: 'key',
  },
  confirmCharge: {
    ...ofCase,
    params: { id: 'case', chargeId: 'charge' },
    method: 'POST',
    path: '/v1/cases/{id}/charges/{chargeId}/confirm',
    summary: 'Check whether a charge was paid',
    description:
      'Asks the payment provider whether the checkout was paid, records a payment, and returns the charge. Safe to repeat. A payment for a charge that has become void is refunded. If the provider does not respond: 503 `busy`, and nothing has changed.',
    success: { status: 200, schema: chargeResponse, description: 'The charge.' },
    errors: ['payments_unavailable', 'erased'],
    idempotent: 'key',
  },
} as const satisfies Record<string, Route>;
