import type { InferType } from 'yup';
import { component, instant, integer, list, oneOf, patternText, strictObject, responseText } from '../fields.ts';
import { idPattern } from '../ids.ts';
import { messageFields } from './feed-event.ts';
import { nextCursor, pageQuery } from './page.ts';

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** Why there was no response. */
const attemptErrors = [
  'blocked',
  'dns',
  'refused',
  'unreachable',
  'reset',
  'tls',
  'protocol',
  'timeout',
  'unreadable_secret',
] as const;

const { type, caseId } = messageFields;

export const webhookDelivery = component(
  'WebhookDelivery',
  strictObject({
    id: patternText(new RegExp(idPattern('webhookDelivery'), 'u'), 'Must be a delivery id.'),
    eventId: responseText(),
    type,
    caseId,
    status: oneOf(deliveryStatuses).meta({
      description: '`pending`: an attempt is due at `nextAttemptAt`. `failed`: the last attempt failed.',
    }),
    createdAt: instant(),
    nextAttemptAt: instant().nullable(),
    attempts: list(
      strictObject({
        at: instant().meta({ description: 'When it began.' }),
        statusCode: integer().nullable().meta({ description: 'Of the response; null if there was none.' }),
        error: oneOf(attemptErrors).nullable().meta({ description: 'Why there was no response; otherwise null.' }),
        durationMs: integer({ min: 0 }),
      }),
    ).meta({ description: 'Oldest first; the newest 20.' }),
  }),
  {
    id: 'whd_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
    eventId: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    type: 'case.start_cure_period',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    status: 'pending',
    createdAt: '2026-07-01T09:31:00.000Z',
    nextAttemptAt: '2026-07-01T09:37:01.412Z',
    attempts: [
      { at: '2026-07-01T09:31:00.180Z', statusCode: null, error: 'refused', durationMs: 4 },
      { at: '2026-07-01T09:32:00.391Z', statusCode: 503, error: null, durationMs: 1021 },
    ],
  },
);
export type WebhookDelivery = InferType<typeof webhookDelivery>;
export type WebhookAttempt = WebhookDelivery['attempts'][number];

export const webhookDeliveryPage = strictObject({ items: list(webhookDelivery), nextCursor });

/** Query of the list of deliveries. */
export const webhookDeliveryQuery = strictObject({
  ...pageQuery,
  status: oneOf(deliveryStatuses).optional().meta({ description: 'Only deliveries with this status.' }),
});
