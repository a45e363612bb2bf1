import type { InferType } from 'yup';
import { component, flag, list, oneOf, patternText, responseText, strictObject, text } from '../fields.ts';
import { mode } from '../schemas/enumerations.ts';
import { keyScopes, type RouteRow } from './route.ts';
import { accountExample, member, organizationTimeZone } from './account.ts';
import { email } from './public.ts';

/** The caller's organization with its members, and what the caller may do. */
const organizationResponse = component(
  'Organization',
  strictObject({
    id: responseText(),
    name: responseText(),
    verified: flag().meta({
      description:
        'Whether an owner has confirmed their email address, or the operators have verified the organization.',
    }),
    timeZone: organizationTimeZone,
    members: list(member),
    credential: strictObject({ mode, scopes: list(oneOf(keyScopes)) }).meta({
      description: 'The mode and scopes of the credential that sends this request. A session has every scope.',
    }),
  }),
  {
    ...accountExample.organization,
    timeZone: 'America/Chicago',
    members: [accountExample.user],
    credential: { mode: 'test', scopes: ['read', 'write'] },
  },
);
export type Organization = InferType<typeof organizationResponse>;

const updateOrganizationBody = component(
  'UpdateOrganization',
  strictObject({
    name: text({ min: 1, max: 120 }).optional().meta({ description: 'Required without `timeZone`.' }),
    timeZone: patternText(/^[A-Za-z][A-Za-z0-9_+/-]*$/u, 'Must be the name of a time zone.', { max: 64 })
      .nullable()
      .optional()
      .meta({ description: 'An IANA name such as `America/Chicago`. Null removes it.' }),
  }),
  { name: 'Sandbox Holdings of Testville LLC', timeZone: 'America/Chicago' },
);

const memberRole = () => oneOf(['owner', 'member']);

const inviteMemberBody = component(
  'InviteMember',
  strictObject({ email: email(), name: text({ min: 1, max: 120 }).optional(), role: memberRole() }),
  { email: 'sam@example.com', name: 'Sam Example', role: 'member' },
);

const updateMemberBody = component('UpdateMember', strictObject({ role: memberRole() }), { role: 'owner' });

const members = { auth: 'session', tag: 'Accounts', addition: true } as const;

export const organizationRoutes = {
  getOrganization: {
    endpoint: 'GET /v1/organization',
    auth: 'customer',
    tag: 'Accounts',
    summary: 'Read the organization',
    description:
      'The organization of the credential and its members, which are the same in both modes, and the mode and scopes of the credential. An invited person is listed with `invitedAt` for 7 days.',
    success: { status: 200, schema: organizationResponse, description: 'The organization and its members.' },
  },
  updateOrganization: {
    endpoint: 'PATCH /v1/organization',
    auth: 'session',
    tag: 'Accounts',
    summary: 'Change the name or the time zone of the organization',
    description:
      "Requires an owner's session. Emails show times in this time zone, and daily digests are sent at 08:00 there. If no time zone is set, New York time is used.",
    body: updateOrganizationBody,
    success: { status: 200, schema: organizationResponse, description: 'The organization with the change.' },
  },
  inviteMember: {
    ...members,
    endpoint: 'POST /v1/organization/members',
    summary: 'Invite a member',
    description:
      "Requires an owner's session and, if this deployment requires confirmed addresses, a verified organization. Emails a link that works once, within 7 days. The invited person can sign in once they have accepted the invitation; until then the member has `invitedAt`. Inviting the address again replaces the invitation: the earlier link ends, and the member gets a new id. The address is not reserved: if an account is created with it in the meantime, the invitation cannot be accepted. At most 20 invitations per hour, 5 per day to one address, and 100 members including open invitations.",
    body: inviteMemberBody,
    success: { status: 201, schema: member, description: 'The invited member.' },
    errors: ['email_taken', 'erased', 'invalid_state'],
  },
  updateMember: {
    ...members,
    endpoint: 'PATCH /v1/organization/members/{userId}',
    params: { userId: 'user' },
    summary: "Change a member's role",
    description:
      "Requires an owner's session. Takes effect with the member's next request. When a member is no longer an owner, the apps that they have connected in live mode are disconnected. Making the last owner a member returns 409 `invalid_state`. For an invited person, it changes the role that they will have.",
    body: updateMemberBody,
    success: { status: 200, schema: member, description: 'The member with the new role.' },
    errors: ['invalid_state'],
  },
  removeMember: {
    ...members,
    endpoint: 'DELETE /v1/organization/members/{userId}',
    params: { userId: 'user' },
    summary: 'Remove a member',
    description:
      "Requires an owner's session. Deletes the user: their sessions end at once, and their email address can be used again. The API keys that they created (`createdBy` in the list of each mode) stay unless `apiKeys=revoke` is sent. Removing the last owner returns 409 `invalid_state`. For an invited person, it revokes the invitation.",
    query: strictObject({
      apiKeys: oneOf(['revoke'])
        .optional()
        .meta({ description: 'Also revokes the API keys that the member created, in both modes.' }),
    }),
    success: { status: 204, schema: null, description: 'The member is removed.' },
    errors: ['invalid_state'],
  },
} as const satisfies Record<string, RouteRow>;
