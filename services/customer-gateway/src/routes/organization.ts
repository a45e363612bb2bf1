import { ApiError, invalidRequest, keyScopes, maxMembers, type Member, routes } from '@evict/contract';
import { type CustomerCaller, enforceAccountLimit, enforceLimit, type Gateway, requireVerified } from '@evict/http';
import {
  changeRole,
  getOrganization,
  inviteMember,
  type MemberRefusal,
  type MemberRow,
  type OrganizationRow,
  removeMember,
  updateOrganization,
} from '@evict/store/accounts';
import { newId } from '@evict/store/ids';
import type { Dependencies } from '../dependencies.ts';
import { ownerOnly } from '../owner-only.ts';

/** Serves the caller's organization and its members, whom its owners manage. */
export function organizationRoutes(
  gateway: Gateway,
  { store, verifiedForLive }: Pick<Dependencies, 'store' | 'verifiedForLive'>,
): void {
  gateway.route(routes.getOrganization, async ({ caller }) => ({
    status: 200,
    body: present(await getOrganization(store, caller.organizationId), caller),
  }));

  gateway.route(routes.updateOrganization, async ({ caller, body }) => {
    const { organizationId } = ownerOnly(caller);
    if (body.name === undefined && body.timeZone === undefined) throw invalidRequest([nothingSent]);
    if (body.timeZone && !isTimeZone(body.timeZone)) throw invalidRequest([noTimeZone]);
    return { status: 200, body: present(await updateOrganization(store, organizationId, body), caller) };
  });

  gateway.route(routes.inviteMember, async ({ caller, body: { email, name = null, role }, work }) => {
    const actor = ownerOnly(caller);
    requireVerified(caller, 'Inviting members', verifiedForLive);
    // Count before looking up the address, because the response reveals whether it has an account.
    await enforceLimit(store, 'invitation', caller.organizationId);
    await enforceAccountLimit(store, 'invitationMail', email);
    const id = newId('user', work.uuid('member'));
    const outcome = await inviteMember(store, actor, { id, email, name, role }, maxMembers);
    if ('refusal' in outcome) {
      if (outcome.refusal === 'too_many_members') throw invalidRequest([tooManyMembers]);
      if (outcome.refusal === 'no_passwords') throw new ApiError('invalid_state', { message: noPasswords });
      throw new ApiError(outcome.refusal);
    }
    return { status: 201, body: presentMember(outcome.member) };
  });

  gateway.route(routes.updateMember, async ({ caller, params, body }) => {
    const actor = ownerOnly(caller);
    if (body.role === 'owner') requireVerified(caller, 'Making a member an owner', verifiedForLive);
    const outcome = await changeRole(store, actor, params.userId, body.role);
    if ('refusal' in outcome) throw refused(outcome.refusal);
    return { status: 200, body: presentMember(outcome.member) };
  });

  gateway.route(routes.removeMember, async ({ caller, params, query }) => {
    const revokesKeys = query.apiKeys === 'revoke';
    const refusal = await removeMember(store, ownerOnly(caller), params.userId, { revokesKeys });
    if (refusal) throw refused(refusal);
    return { status: 204 };
  });
}

function present({ members, ...organization }: OrganizationRow, caller: CustomerCaller) {
  const given: readonly string[] = caller.kind === 'session' ? keyScopes : caller.scopes;
  const credential = { mode: caller.mode, scopes: keyScopes.filter((scope) => given.includes(scope)) };
  return { ...organization, members: members.map(presentMember), credential };
}

function presentMember({ invitedAt, ...user }: MemberRow): Member {
  return invitedAt ? { ...user, invitedAt: invitedAt.toISOString() } : user;
}

function refused(refusal: MemberRefusal): ApiError {
  if (refusal !== 'last_owner') return new ApiError(refusal);
  return new ApiError('invalid_state', {
    message: 'An organization needs an owner. Make another member an owner first.',
  });
}

const nothingSent = { path: 'name', code: 'required', message: 'Required if `timeZone` is not sent.' };

const noTimeZone = {
  path: 'timeZone',
  code: 'time_zone',
  message: 'Must be the name of a time zone in the IANA database.',
};

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }));
  } catch {
    return false;
  }
}

const noPasswords = 'Members need no invitation. They join when they first sign in with your identity provider.';

const tooManyMembers = {
  path: 'email',
  code: 'too_many_members',
  message: `The organization has ${maxMembers} members and open invitations. Remove one first.`,
};
