import type { InferType } from 'yup';
import { responseText, component, instant, list, patternText, strictObject } from '../fields.ts';
import { mode } from './enumerations.ts';
import { idPattern } from '../ids.ts';

const fields = {
  id: patternText(new RegExp(idPattern('webhookEndpoint'), 'u'), 'Must be a webhook endpoint id.'),
  url: responseText(),
  mode,
  createdAt: instant(),
};

const example = {
  id: 'we_7d1c2b3a-4f5e-4a6b-9c8d-1e2f3a4b5c6d',
  url: 'https://hooks.example.com/cases',
  mode: 'test',
  createdAt: '2026-07-01T09:20:00.000Z',
} as const;

const webhookEndpoint = component(
  'WebhookEndpoint',
  strictObject({
    ...fields,
    disabledAt: instant().optional().meta({
      description:
        'Only for an endpoint that was disabled because everything failed for days. Register its URL again to enable it.',
    }),
  }),
  example,
);
export type WebhookEndpoint = InferType<typeof webhookEndpoint>;

export const webhookEndpointList = strictObject({ items: list(webhookEndpoint) });

export const createdWebhookEndpoint = component(
  'CreatedWebhookEndpoint',
  strictObject({
    ...fields,
    secret: responseText().meta({ description: 'The signing secret, `whsec_...`; shown only here.' }),
  }),
  { ...example, secret: 'whsec_5Rk2nV8pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe3HtY6' },
);
export type CreatedWebhookEndpoint = InferType<typeof createdWebhookEndpoint>;
