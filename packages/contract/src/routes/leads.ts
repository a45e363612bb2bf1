import type { InferType } from 'yup';
import { component, flag, list, oneOf, strictObject, text, variants } from '../fields.ts';
import { email } from './public.ts';
import type { RouteRow } from './route.ts';

const states = list(text({ min: 1, max: 100 }), { min: 1, max: 51 });
const message = text({ min: 1, max: 4000 });

const fields = {
  name: text({ min: 1, max: 120 }),
  email: email(),
  contact_url: text()
    .optional()
    .meta({ description: 'Must be empty. If it is filled in, the request gets the same response but is discarded.' }),
};

const accessRequest = component(
  'AccessRequest',
  strictObject({
    kind: oneOf(['access_request']),
    ...fields,
    company: text({ min: 1, max: 200 }).optional(),
    role: oneOf(['property_manager', 'landlord', 'developer', 'attorney', 'other']).optional(),
    states: states.optional(),
    message: message.optional(),
  }),
  { kind: 'access_request', name: 'Robin Example', email: 'robin@example.com', role: 'landlord', states: ['MD', 'VA'] },
);

const attorneyApplication = component(
  'AttorneyApplication',
  strictObject({
    kind: oneOf(['attorney_application']),
    ...fields,
    company: text({ min: 1, max: 200 }).optional(),
    states,
    barNumber: text({ min: 1, max: 60 }),
    message: message.optional(),
  }),
  {
    kind: 'attorney_application',
    name: 'Alex Example',
    email: 'alex@example.com',
    states: ['MD'],
    barNumber: '1234567890',
  },
);

const contactMessage = component('ContactMessage', strictObject({ kind: oneOf(['contact']), ...fields, message }), {
  kind: 'contact',
  name: 'Robin Example',
  email: 'robin@example.com',
  message: 'Which states do you serve?',
});

const leadBody = component(
  'Lead',
  variants('kind', {
    access_request: accessRequest,
    attorney_application: attorneyApplication,
    contact: contactMessage,
  }),
  { kind: 'contact', name: 'Robin Example', email: 'robin@example.com', message: 'Which states do you serve?' },
);
export type LeadBody = InferType<typeof leadBody>;

const leadResponse = component('LeadReceived', strictObject({ received: flag() }), { received: true });

export const leadRoutes = {
  createLead: {
    endpoint: 'POST /v1/public/leads',
    auth: 'none',
    tag: 'Leads',
    summary: 'Ask for access, apply as an attorney, or write to us',
    description:
      'The body has one of three shapes, depending on `kind`. At most 5 requests in 10 minutes per IP address.',
    body: leadBody,
    success: { status: 202, schema: leadResponse, description: 'The operators receive it.' },
    errors: ['rate_limited'],
  },
} as const satisfies Record<string, RouteRow>;
