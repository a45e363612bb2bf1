import { listUnsettledCharges, presentCharge, requestRefund, voidCharge } from '@evict/store/charges';
import type { Context } from '../context.ts';
import { command, type Group, type Result } from '../definition.ts';
import { Refused } from '../failures.ts';
import { idField } from '../fields.ts';
import { wakeOutboxes } from '../wake-outboxes.ts';

const chargeField = idField('charge', 'CHARGE_ID', 'the charge; `case show` lists those of a case');

const refund = command({
  summary: 'Refunds a paid charge. It is refunded once the payment provider has processed it.',
  example: 'refund chg_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
  positionals: ['id'],
  fields: { id: chargeField },
  writes: ({ id }) => ({ subject: id }),
  run: (context, { id }) => changed(context, requestRefund(context.store, id)),
});

const voidIt = command({
  summary: 'Voids a due charge.',
  example: 'void chg_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
  positionals: ['id'],
  fields: { id: chargeField },
  writes: ({ id }) => ({ subject: id }),
  run: (context, { id }) => changed(context, voidCharge(context.store, id)),
});

export const charge: Group = { summary: 'the platform fee', commands: { refund, void: voidIt } };

const refusals = {
  not_found: () => new Refused('not_found', 'There is no such charge.'),
  not_due: () => new Refused('charge_not_due'),
  not_paid: () => new Refused('charge_not_paid'),
} as const;

async function changed(context: Context, change: ReturnType<typeof voidCharge>): Promise<Result> {
  const done = await change;
  if (!done.ok) throw refusals[done.code]();
  const { id, caseId, state, refundRequestedAt } = done.charge;
  // Without a checkout the payment provider does not know the charge.
  const unsettled = await listUnsettledCharges(context.store, { caseId });
  if (unsettled.includes(id)) await wakeOutboxes(context, { charges: true });
  const isAskedBack = state === 'paid' && refundRequestedAt !== null;
  return {
    json: { ...presentCharge(done.charge), refundRequestedAt },
    text: isAskedBack ? `${id} is being refunded` : `${id} is ${state}`,
  };
}
