import { customerFactKinds } from '@evict/case-model';
import { component, day, oneOf, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { caseResponse } from '../schemas/case.ts';
import { factList } from '../schemas/fact.ts';
import type { Route } from './route.ts';

const customerFactBody = component(
  'CustomerFact',
  strictObject({
    kind: oneOf(customerFactKinds),
    date: day().meta({ description: "When it happened; not after today on the case's clock, not before the case." }),
    detail: text({ min: 1, max: 1000 }).optional(),
  }),
  { kind: 'payment', date: '2026-07-06', detail: 'Half of the rent for June, by check.' },
);

const ofCase = { addition: true, params: { id: 'case' }, bodyLimitBytes: bodyLimits.default } as const;
const customer = { ...ofCase, gateway: 'customer', auth: 'customer', tag: 'Case actions' } as const;
const attorney = { ...ofCase, gateway: 'attorney', auth: 'attorney', tag: 'Attorneys' } as const;

/** What happened outside, which attorneys report with `reportFact`. */
export const factRoutes = {
  listFacts: {
    ...customer,
    method: 'GET',
    path: '/v1/cases/{id}/facts',
    summary: 'List what was reported about a case',
    description:
      'Answers of the tenant, payments and the like, as the attorney, the operators or the customer reported them, in the order of the reports.',
    success: { status: 200, schema: factList, description: 'The facts.' },
    errors: ['erased'],
  },
  reportCustomerFact: {
    ...customer,
    method: 'POST',
    path: '/v1/cases/{id}/facts',
    summary: 'Report a payment, or that the tenant has moved out',
    description:
      'The report is recorded and passed to the attorney, who decides what follows. It does not change the state of the case, and is no cure. In any open state after submit. At most 20 in 10 minutes per case, and 200 in all: 409 `guard_failed`.',
    body: customerFactBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['invalid_transition', 'guard_failed', 'erased'],
    idempotent: 'key',
  },
  listAttorneyFacts: {
    ...attorney,
    method: 'GET',
    path: '/v1/attorney/cases/{id}/facts',
    summary: 'List what was reported about a case',
    description:
      'The same for the attorney of the case, in the order of the reports. Each read is recorded in the audit trail.',
    success: { status: 200, schema: factList, description: 'The facts.' },
    errors: ['erased'],
  },
} as const satisfies Record<string, Route>;
