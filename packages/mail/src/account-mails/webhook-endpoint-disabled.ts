import { accountMail } from '../account-mail.ts';

/** To the owners of the organization. */
export const webhookEndpointDisabled = accountMail<{ endpointId: string; mode: string; days: number }>()({
  ids: ['endpointId'],
  subject: () => 'A webhook endpoint was switched off',
  body: ({ endpointId, mode, days }) => [
    `Every delivery to one of your webhook endpoints in ${mode} mode has failed for ${days} days. The endpoint was switched off: no more events are sent to it.`,
    { fields: [['Endpoint', endpointId]] },
    'To switch it on, register its URL again. Until then, read the events from GET /v1/cases/{id}/events.',
  ],
});
