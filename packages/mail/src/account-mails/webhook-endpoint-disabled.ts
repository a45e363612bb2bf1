import { accountMail } from '../account-mail.ts';

/** Sent to the organization's owners. */
export const webhookEndpointDisabled = accountMail<{ endpointId: string; mode: string; days: number }>()({
  ids: ['endpointId'],
  subject: () => 'A webhook endpoint was disabled',
  body: ({ endpointId, mode, days }) => [
    `Every delivery to one of your webhook endpoints in ${mode} mode has failed for ${days} days. We have disabled the endpoint, and no more events are sent to it.`,
    { fields: [['Endpoint', endpointId]] },
    'To enable it, register its URL again. It then receives only new events. Read the ones it missed with GET /v1/events.',
  ],
});
