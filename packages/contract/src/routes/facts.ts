import { customerFactKinds, factKinds } from '@evict/case-model';
import {
  cents,
  component,
  day,
  id,
  instant,
  integer,
  list,
  oneOf,
  responseText,
  strictObject,
  text,
} from '../fields.ts';
import type { RouteRow } from './route.ts';

/** A reported fact about something that happened outside the service. It doesn't change the state of the case. */
const factResponse = component(
  'ReportedFact',
  strictObject({
    id: id('event'),
    kind: oneOf(factKinds),
    date: day().meta({ description: 'When it happened, as reported.' }),
    amountCents: cents().nullable().meta({ description: 'The amount of a payment, if it was reported.' }),
    detail: responseText().nullable(),
    reportedBy: oneOf(['customer', 'attorney', 'platform']).meta({
      description: '`platform`: an operator, on behalf of someone else.',
    }),
    createdAt: instant(),
  }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    kind: 'payment',
    date: '2026-07-06',
    amountCents: 70000,
    detail: 'Half of the rent for June, by check.',
    reportedBy: 'customer',
    createdAt: '2026-07-07T09:40:00.000Z',
  },
);

const factList = strictObject({ items: list(factResponse) });

const customerFactBody = component(
  'CustomerFact',
  strictObject({
    kind: oneOf(customerFactKinds),
    date: day().meta({ description: "When it happened. Not after today on the case's clock." }),
    amountCents: integer({ min: 1 }).optional().meta({ description: 'Only for a payment.' }),
    detail: text({ min: 1, max: 1000 }).optional(),
  }),
  { kind: 'payment', date: '2026-07-06', amountCents: 70000, detail: 'Half of the rent for June, by check.' },
);

const ofCase = { addition: true, params: { id: 'case' } } as const;
const customer = { ...ofCase, auth: 'customer', tag: 'Case actions' } as const;
const attorney = { ...ofCase, auth: 'attorney', tag: 'Attorneys' } as const;

/** Reported facts about a case. Attorneys report theirs with `reportFact`. */
export const factRoutes = {
  listFacts: {
    ...customer,
    endpoint: 'GET /v1/cases/{id}/facts',
    summary: 'List what was reported about a case',
    description:
      "Facts such as the tenant's answer or a payment, as reported by the attorney, the operators or the customer, in the order of the reports.",
    success: { status: 200, schema: factList, description: 'The facts.' },
    errors: ['erased'],
  },
  reportCustomerFact: {
    ...customer,
    endpoint: 'POST /v1/cases/{id}/facts',
    agents: 'forbidden',
    summary: 'Report a payment, or that the tenant has moved out',
    description:
      'The report is recorded and passed to the attorney, who decides what follows. It does not change the state of the case and does not count as a cure. Possible in any open state after submission. At most 20 in 10 minutes per case. Beyond 200 reports about a case, the response is 409 `guard_failed`.',
    body: customerFactBody,
    success: { status: 201, schema: factResponse, description: 'The fact.' },
    errors: ['invalid_transition', 'guard_failed', 'erased'],
  },
  listAttorneyFacts: {
    ...attorney,
    endpoint: 'GET /v1/attorney/cases/{id}/facts',
    summary: 'List what was reported about a case',
    description:
      'Like `GET /v1/cases/{id}/facts`, for the attorney of the case. Each read is recorded in the audit trail.',
    success: { status: 200, schema: factList, description: 'The facts.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed'],
  },
} as const satisfies Record<string, RouteRow>;
