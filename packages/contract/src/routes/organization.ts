import { component, record, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { organizationResponse } from '../schemas/organization.ts';
import type { Route } from './route.ts';

const updateOrganizationBody = component('UpdateOrganization', record({ name: text({ min: 1, max: 120 }) }), {
  name: 'Sandbox Holdings of Testville LLC',
});

export const organizationRoutes = {
  getOrganization: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/organization',
    auth: 'customer',
    tag: 'Accounts',
    summary: 'Read the organization',
    description: 'The organization of the credential with its members, the same in both modes.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: organizationResponse, description: 'The organization and its members.' },
    errors: [],
  },
  updateOrganization: {
    gateway: 'customer',
    method: 'PATCH',
    path: '/v1/organization',
    auth: 'session',
    tag: 'Accounts',
    summary: 'Rename the organization',
    description: 'Only with the session of an owner.',
    body: updateOrganizationBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: organizationResponse, description: 'The organization with its new name.' },
    errors: [],
  },
} as const satisfies Record<string, Route>;
