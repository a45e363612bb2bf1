import { listDeliveries, redeliver } from '@evict/store/webhooks';
import { command, type Group } from '../definition.ts';
import { Refused } from '../failures.ts';
import { caseField, idField, limitField, optional, usualLimit, wordField } from '../fields.ts';
import { table } from '../output.ts';
import { wakeOutboxes } from '../wake-outboxes.ts';

const statuses = ['pending', 'delivered', 'failed'] as const;

const list = command({
  summary: 'Lists deliveries to webhook endpoints, newest first.',
  example: 'list --status failed',
  fields: {
    status: optional(wordField(statuses, 'only these; failed ones were given up')),
    case: optional({ ...caseField, help: 'only of this case' }),
    endpoint: optional(idField('webhookEndpoint', 'ENDPOINT_ID', 'only to this endpoint')),
    organization: optional(idField('organization', 'ORGANIZATION_ID', 'only of this organization')),
    limit: limitField,
  },
  async run({ store }, { status, case: caseId, endpoint: endpointId, organization: organizationId, ...input }) {
    const { limit = usualLimit } = input;
    const items = await listDeliveries(store, { status, caseId, endpointId, organizationId }, limit);
    const rows = items.map(({ id, status: now, attempts, dueAt, lastTry, endpoint, caseId: of, createdAt }) => [
      id,
      now,
      attempts,
      lastTry && (lastTry.failure ?? lastTry.httpStatus),
      dueAt,
      endpoint.url,
      of,
      createdAt,
    ]);
    const headers = ['ID', 'STATUS', 'TRIES', 'LAST', 'DUE', 'URL', 'CASE', 'CREATED'];
    return { json: { items }, text: table(headers, rows, 'no deliveries') };
  },
});

const redeliverIt = command({
  summary: 'Retries a failed delivery once.',
  example: 'redeliver whd_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  positionals: ['id'],
  fields: { id: idField('webhookDelivery', 'DELIVERY_ID', 'the delivery') },
  writes: ({ id }) => ({ subject: id }),
  async run(context, { id }) {
    const result = await redeliver(context.store, id);
    if (!result.ok) throw new Refused(result.code);
    await wakeOutboxes(context, { endpoints: [result.endpoint] });
    return { json: { id, status: 'pending' }, text: `${id} is pending again` };
  },
});

export const webhook: Group = {
  summary: 'deliveries of events to webhook endpoints',
  commands: { list, redeliver: redeliverIt },
};
