import { component, oneOf, strictObject, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { member } from '../schemas/account.ts';
import { email } from '../schemas/email.ts';
import { organizationResponse } from '../schemas/organization.ts';
import type { Route } from './route.ts';

const updateOrganizationBody = component('UpdateOrganization', strictObject({ name: text({ min: 1, max: 120 }) }), {
  name: 'Sandbox Holdings of Testville LLC',
});

const memberRole = () => oneOf(['owner', 'member']);

const inviteMemberBody = component(
  'InviteMember',
  strictObject({ email: email(), name: text({ min: 1, max: 120 }).optional(), role: memberRole() }),
  { email: 'sam@example.com', name: 'Sam Example', role: 'member' },
);

const updateMemberBody = component('UpdateMember', strictObject({ role: memberRole() }), { role: 'owner' });

export const organizationRoutes = {
  getOrganization: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/organization',
    auth: 'customer',
    tag: 'Accounts',
    summary: 'Read the organization',
    description:
      'The organization of the credential with its members, the same in both modes. Somebody who is invited is listed with `invitedAt` for 7 days.',
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
  inviteMember: {
    gateway: 'customer',
    method: 'POST',
    path: '/v1/organization/members',
    auth: 'session',
    tag: 'Accounts',
    addition: true,
    summary: 'Invite a member',
    description:
      'Only with the session of an owner. Mails a link that works once, within 7 days; the address signs in once the invitation is accepted. Until then the member has `invitedAt`. Inviting the address again replaces the invitation: the earlier link ends, and the member has a new id. The address is not reserved: if an account is created with it meanwhile, the invitation cannot be accepted. At most 20 invitations per hour, 5 per day to one address, and 100 members with open invitations.',
    body: inviteMemberBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 201, schema: member, description: 'The invited member.' },
    errors: ['email_taken', 'erased'],
    idempotent: 'key',
  },
  updateMember: {
    gateway: 'customer',
    method: 'PATCH',
    path: '/v1/organization/members/{userId}',
    params: { userId: 'user' },
    auth: 'session',
    tag: 'Accounts',
    addition: true,
    summary: "Change a member's role",
    description:
      'Only with the session of an owner. Takes effect with the next request of the member. The last owner stays one: 409 `invalid_state`. Of somebody who is invited, changes the role that they will have.',
    body: updateMemberBody,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: member, description: 'The member with the new role.' },
    errors: ['invalid_state'],
  },
  removeMember: {
    gateway: 'customer',
    method: 'DELETE',
    path: '/v1/organization/members/{userId}',
    params: { userId: 'user' },
    auth: 'session',
    tag: 'Accounts',
    addition: true,
    summary: 'Remove a member',
    description:
      'Only with the session of an owner. Deletes the user: their sessions end at once, and their address is free again. API keys that they created stay. The last owner stays: 409 `invalid_state`. Of somebody who is invited, revokes the invitation.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 204, schema: null, description: 'The member is removed.' },
    errors: ['invalid_state'],
  },
} as const satisfies Record<string, Route>;
