import { chargeStates, noteWriters } from '@evict/case-model';
import type { InferType } from 'yup';
import { component, flag, id, instant, integer, list, oneOf, responseText, strictObject, text } from '../fields.ts';
import type { RouteRow } from './route.ts';

/** A message on a live case. */
export const noteResponse = component(
  'Note',
  strictObject({
    id: id('note'),
    author: oneOf(['customer', 'service']),
    writtenBy: oneOf(noteWriters).meta({
      description: 'Who wrote the note. In `author`, `service` stands for the attorney or the platform.',
    }),
    authorId: responseText().nullable().meta({
      description: 'The id of the user, API key or attorney. Null for a note from the platform, and for older notes.',
    }),
    body: responseText(),
    createdAt: instant(),
  }),
  {
    id: 'note_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
    author: 'customer',
    writtenBy: 'customer',
    authorId: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
    body: 'The tenant has handed over the keys to the garage.',
    createdAt: '2026-07-01T09:40:00.000Z',
  },
);
export type Note = InferType<typeof noteResponse>;

export const noteList = strictObject({ items: list(noteResponse) });

/** The platform's fee for a live case. */
const chargeResponse = component(
  'Charge',
  strictObject({
    id: id('charge'),
    caseId: id('case'),
    kind: oneOf(['platform_fee']),
    description: responseText(),
    amountCents: integer({ min: 1 }),
    currency: oneOf(['usd']),
    state: oneOf(chargeStates),
    createdAt: instant(),
    paidAt: instant().nullable(),
    voidedAt: instant().nullable().meta({
      description:
        'When the charge was voided without being paid. If it was being paid at that moment, it becomes paid and is then refunded.',
    }),
    refundedAt: instant().nullable().meta({ description: 'When the payment provider completed the refund.' }),
  }),
  {
    id: 'chg_6e5d4c3b-2a1f-4e0d-9c8b-7a6f5e4d3c2b',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    kind: 'platform_fee',
    description: 'Platform fee',
    amountCents: 14900,
    currency: 'usd',
    state: 'due',
    createdAt: '2026-07-01T09:30:00.000Z',
    paidAt: null,
    voidedAt: null,
    refundedAt: null,
  },
);
export type Charge = InferType<typeof chargeResponse>;

const chargeList = strictObject({
  items: list(chargeResponse),
  paymentsEnabled: flag().meta({ description: 'Whether charges can be paid online in this deployment.' }),
});

const checkoutResponse = component(
  'Checkout',
  strictObject({ url: responseText().meta({ format: 'uri', description: 'The hosted payment page.' }) }),
  { url: 'https://checkout.example.com/pay/cs_a1b2c3' },
);

const createNoteBody = component('CreateNote', strictObject({ body: text({ min: 1, max: 5000 }) }), {
  body: 'The tenant has handed over the keys to the garage.',
});

const ofCase = {
  auth: 'customer',
  tag: 'Notes and charges',
  params: { id: 'case' },
} as const;

/** Messages about a live case, and its charges. */
export const noteAndChargeRoutes = {
  listNotes: {
    ...ofCase,
    endpoint: 'GET /v1/cases/{id}/notes',
    summary: 'List the notes of a case',
    description: "The customer's and the service's messages, oldest first.",
    success: { status: 200, schema: noteList, description: 'The notes.' },
    errors: ['erased'],
  },
  createNote: {
    ...ofCase,
    endpoint: 'POST /v1/cases/{id}/notes',
    summary: 'Write a note on a live case',
    description: 'At most 20 in 10 minutes per organization.',
    body: createNoteBody,
    success: { status: 201, schema: noteResponse, description: 'The note.' },
    errors: ['attorney_direct_only', 'erased'],
  },
  listCharges: {
    ...ofCase,
    endpoint: 'GET /v1/cases/{id}/charges',
    summary: 'List the charges of a case',
    description: 'Oldest first. If `paymentsEnabled` is false, charges cannot be paid online.',
    success: { status: 200, schema: chargeList, description: 'The charges.' },
    errors: ['erased'],
  },
  checkoutCharge: {
    ...ofCase,
    params: { id: 'case', chargeId: 'charge' },
    endpoint: 'POST /v1/cases/{id}/charges/{chargeId}/checkout',
    agents: 'confirmed',
    summary: 'Pay a charge online',
    description:
      'Opens a hosted checkout, from which the customer returns to the case on the website. If a checkout is already open, it is returned again. If the payment provider does not respond, the response is 503 `busy` and nothing has changed.',
    success: { status: 200, schema: checkoutResponse, description: 'Where to pay.' },
    errors: ['payments_unavailable', 'charge_not_due', 'erased'],
  },
  confirmCharge: {
    ...ofCase,
    params: { id: 'case', chargeId: 'charge' },
    endpoint: 'POST /v1/cases/{id}/charges/{chargeId}/confirm',
    summary: 'Check whether a charge was paid',
    description:
      'Asks the payment provider whether the checkout was paid, records a payment, and returns the charge. Safe to repeat. A payment for a charge that has become void is refunded. If the provider does not respond, the response is 503 `busy` and nothing has changed.',
    success: { status: 200, schema: chargeResponse, description: 'The charge.' },
    errors: ['payments_unavailable', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;
