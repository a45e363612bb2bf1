import { presentCharge, requestRefund, voidCharge } from '@evict/store/charges';
import { listDeliveries, redeliver } from '@evict/store/webhooks';
import { command, type Group, type Result } from '../command.ts';
import { notFound, Refused } from '../failures.ts';
import { argument, caseField, idField, limitField, optional, usualLimit, wordField } from '../fields.ts';
import { table } from '../output.ts';

const chargeField = argument(idField('charge', 'CHARGE_ID', 'the charge; `case show` lists those of a case'));

const refund = command({
  summary: 'Refunds a paid charge. The refund is complete once the payment provider has processed it.',
  example: 'refund chg_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
  fields: { id: chargeField },
  writes: ({ id }) => ({ subject: id }),
  run: ({ store }, { id }) => changed(requestRefund(store, id)),
});

const voidIt = command({
  summary: 'Voids a due charge.',
  example: 'void chg_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
  fields: { id: chargeField },
  writes: ({ id }) => ({ subject: id }),
  run: ({ store }, { id }) => changed(voidCharge(store, id)),
});

export const charge: Group = { summary: 'charges for the platform fee', commands: { refund, void: voidIt } };

const refusals = {
  not_found: () => notFound('charge'),
  not_due: () => new Refused('charge_not_due'),
  not_paid: () => new Refused('charge_not_paid'),
} as const;

async function changed(change: ReturnType<typeof voidCharge>): Promise<Result> {
  const done = await change;
  if (!done.ok) throw refusals[done.code]();
  const { refundRequestedAt } = done.charge;
  return { json: { ...presentCharge(done.charge), refundRequestedAt } };
}

const list = command({
  summary: 'Lists deliveries to webhook endpoints, newest first.',
  example: 'list --status failed',
  fields: {
    status: optional(
      wordField(['pending', 'delivered', 'failed'], 'only deliveries with this status; failed ones are not retried'),
    ),
    case: optional({ ...caseField, help: 'only for this case' }),
    endpoint: optional(idField('webhookEndpoint', 'ENDPOINT_ID', 'only to this endpoint')),
    organization: optional(idField('organization', 'ORGANIZATION_ID', 'only for this organization')),
    limit: limitField,
  },
  async run({ store }, { status, case: caseId, endpoint: endpointId, organization: organizationId, ...input }) {
    const { limit = usualLimit } = input;
    const items = await listDeliveries(store, { status, caseId, endpointId, organizationId }, limit);
    type Delivery = (typeof items)[number];
    const columns = {
      ID: 'id',
      STATUS: 'status',
      TRIES: 'attempts',
      LAST: ({ lastTry }: Delivery) => lastTry && (lastTry.failure ?? lastTry.httpStatus),
      DUE: 'dueAt',
      URL: ({ endpoint }: Delivery) => endpoint.url,
      CASE: 'caseId',
      CREATED: 'createdAt',
    } as const;
    return { json: { items }, text: table(items, columns, 'no deliveries') };
  },
});

const redeliverIt = command({
  summary: 'Retries a failed delivery once, and enables its endpoint if that was disabled.',
  example: 'redeliver whd_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  fields: { id: argument(idField('webhookDelivery', 'DELIVERY_ID', 'the delivery')) },
  writes: ({ id }) => ({ subject: id }),
  async run({ store }, { id }) {
    const result = await redeliver(store, id);
    if (!result.ok) throw new Refused(result.code);
    return { json: { id, status: 'pending' } };
  },
});

export const webhook: Group = {
  summary: 'deliveries of events to webhook endpoints',
  commands: { list, redeliver: redeliverIt },
};
