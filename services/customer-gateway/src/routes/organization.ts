import { ApiError, type Member, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { getOrganization, type MemberRow, type OrganizationRow, renameOrganization } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The caller's own organization; no other can be named. */
export function organizationRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.getOrganization, async ({ caller }) => ({
    status: 200,
    body: present(await getOrganization(store, caller.organizationId)),
  }));

  gateway.route(routes.updateOrganization, async ({ caller, body }) => {
    if (caller.user.role !== 'owner') throw new ApiError('forbidden');
    return { status: 200, body: present(await renameOrganization(store, caller.organizationId, body.name)) };
  });
}

function present({ members, ...organization }: OrganizationRow) {
  return { ...organization, members: members.map(presentMember) };
}

/** A member as responses show them. */
export function presentMember({ invitedAt, ...user }: MemberRow): Member {
  return invitedAt ? { ...user, invitedAt: invitedAt.toISOString() } : user;
}
