import { integer, cents, component, day, id, instant, list, responseText, strictObject } from '../fields.ts';
import { state } from '../schemas/enumerations.ts';
import type { RouteRow } from './route.ts';

const ofCase = { caseId: id('case'), address: responseText(), reference: responseText().nullable() };
const example = { caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11', address: '12 Sandbox Way', reference: null };

const overview = component(
  'Overview',
  strictObject({
    needsYou: strictObject({
      total: integer({ min: 0 }).meta({ description: 'At most 1,000 are counted.' }),
      items: list(strictObject({ ...ofCase, state, description: responseText(), updatedAt: instant() })),
    }),
    upcoming: list(strictObject({ ...ofCase, name: responseText(), date: day() })),
    due: strictObject({
      totalCents: cents(),
      items: list(strictObject({ ...ofCase, description: responseText(), amountCents: cents() })),
    }),
  }),
  {
    needsYou: {
      total: 1,
      items: [
        {
          ...example,
          state: 'draft',
          description: 'Complete the facts, validate and submit.',
          updatedAt: '2026-07-01T09:31:00.000Z',
        },
      ],
    },
    upcoming: [{ ...example, name: 'notice_expires', date: '2026-07-10' }],
    due: { totalCents: 25000, items: [{ ...example, description: 'Platform fee', amountCents: 25000 }] },
  },
);

export const overviewRoutes = {
  getOverview: {
    auth: 'customer',
    tag: 'Cases',
    addition: true,
    endpoint: 'GET /v1/overview',
    summary: 'Read an overview of open cases',
    description:
      "An overview of the organization's open cases in the credential's mode: the cases that wait for you, most recently changed first; the dates of the next 14 days; and the charges that are due, including those of finished cases. Each list has at most 20 entries. Dates of a test case are compared with its own clock.",
    success: { status: 200, schema: overview, description: 'The overview.' },
  },
} as const satisfies Record<string, RouteRow>;
