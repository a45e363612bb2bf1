import { bodyLimits } from '../limits.ts';
import { leadResponse, leadBody } from '../schemas/leads.ts';
import type { Route } from './route.ts';

export const leadRoutes = {
  createLead: {
    gateway: 'public',
    method: 'POST',
    path: '/v1/public/leads',
    auth: 'none',
    tag: 'Leads',
    summary: 'Ask for access, apply as an attorney, or write to us',
    description: 'One of three shapes by `kind`. At most 5 requests in 10 minutes per address.',
    body: leadBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 202, schema: leadResponse, description: 'It goes to the operators.' },
    errors: ['rate_limited'],
  },
} as const satisfies Record<string, Route>;
