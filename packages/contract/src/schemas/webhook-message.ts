import type { InferType } from 'yup';
import { component, instant, patternText, strictObject } from '../fields.ts';
import { idPattern } from '../ids.ts';
import { messageFields } from './feed-event.ts';

export const webhookMessage = component(
  'WebhookMessage',
  strictObject({
    id: patternText(new RegExp(idPattern('event'), 'u'), 'Must be an event id.').meta({
      description: 'Of the event: the same on every attempt and for every endpoint.',
    }),
    ...messageFields,
    createdAt: instant(),
  }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    type: 'case.start_cure_period',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    state: 'cure_period',
    createdAt: '2026-07-01T09:31:00.000Z',
  },
);
export type WebhookMessage = InferType<typeof webhookMessage>;
