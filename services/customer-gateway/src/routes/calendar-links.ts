import { ApiError, maxCalendarLinks, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { type AttorneySessionCaller, type Gateway, requireVerified, type SessionCaller } from '@evict/http';
import {
  type CalendarLinkRow,
  type CalendarUser,
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '@evict/store/calendar-links';
import type { Dependencies } from '../dependencies.ts';
import { ownerOnly } from '../owner-only.ts';

/** Serves the links to the calendars of a customer, their organization, or an attorney. */
export function calendarLinkRoutes(
  gateway: Gateway,
  { store, verifiedForLive, websiteOrigin }: Pick<Dependencies, 'store' | 'verifiedForLive' | 'websiteOrigin'>,
): void {
  gateway.route(routes.listCalendarLinks, async ({ caller }) => {
    const items = (await listCalendarLinks(store, userOf(caller))).map((link) => present(link, caller));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.createCalendarLink, async ({ caller, body: { of = 'person' } }) => {
    if (of === 'organization') {
      if (caller.kind !== 'session') throw new ApiError('forbidden');
      ownerOnly(caller);
    }
    if (caller.kind === 'session' && caller.mode === 'live') requireVerified(caller, 'Live mode', verifiedForLive);
    const { secret, hash, lastFour } = mintCredential(credentialPrefixes.calendar);
    const link = await createCalendarLink(store, userOf(caller), { of, hash, lastFour, most: maxCalendarLinks });
    switch (link) {
      case 'no_user':
        throw new ApiError('unauthenticated');
      case 'not_eligible':
        throw new ApiError('attorney_not_eligible');
      case 'key_limit': {
        const message = `There are already ${maxCalendarLinks} links of this kind. Revoke one first.`;
        throw new ApiError('key_limit', { message });
      }
    }
    const url = `${websiteOrigin}${routes.getCalendar.path}?token=${secret}`;
    return { status: 201, body: { ...present(link, caller), url } };
  });

  gateway.route(routes.revokeCalendarLink, async ({ caller, params }) => {
    const isOwner = caller.user.role === 'owner';
    if (!(await revokeCalendarLink(store, userOf(caller), params.id, { isOwner }))) throw new ApiError('not_found');
    return { status: 204 };
  });
}

type UserCaller = SessionCaller | AttorneySessionCaller;

function userOf(caller: UserCaller): CalendarUser {
  const organizationId = caller.kind === 'session' ? caller.organizationId : null;
  return { userId: caller.user.id, organizationId, mode: caller.mode };
}

function present({ createdAt, lastUsedAt, ...link }: CalendarLinkRow, { mode }: UserCaller) {
  return {
    ...link,
    mode,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
