import type { InferType } from 'yup';
import { responseText, component, flag, instant, integer, list, oneOf, patternText, strictObject } from '../fields.ts';
import { idPattern } from '../ids.ts';

/** A fee of the platform for a live case. */
export const chargeResponse = component(
  'Charge',
  strictObject({
    id: patternText(new RegExp(idPattern('charge'), 'u'), 'Must be a charge id.'),
    caseId: patternText(new RegExp(idPattern('case'), 'u'), 'Must be a case id.'),
    kind: oneOf(['platform_fee']),
    description: responseText(),
    amountCents: integer({ min: 1 }),
    currency: oneOf(['usd']),
    state: oneOf(['due', 'paid', 'void', 'refunded']),
    createdAt: instant(),
    paidAt: instant().nullable(),
    voidedAt: instant().nullable().meta({
      description: 'When the charge was voided unpaid. One paid at that moment becomes paid, then refunded.',
    }),
    refundedAt: instant().nullable().meta({ description: 'When the payment provider had refunded it.' }),
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

export const chargeList = strictObject({
  items: list(chargeResponse),
  paymentsEnabled: flag().meta({ description: 'Whether charges can be paid online here.' }),
});

export const checkoutResponse = component(
  'Checkout',
  strictObject({ url: responseText().meta({ format: 'uri', description: 'The hosted page to pay on.' }) }),
  { url: 'https://checkout.example.com/pay/cs_a1b2c3' },
);
