import { pageSize, routes, validate } from '@evict/contract';
import { instant } from '@evict/contract/fields';
import type { Gateway } from '@evict/http';
import { endOfFeed, listFeed, placeInFeed, presentFeedEvent } from '@evict/store/events';
import { createCursors } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the events of all cases of the caller's organization, in the caller's mode. */
export function eventFeedRoutes(
  gateway: Gateway,
  { store, secretKeys }: Pick<Dependencies, 'store' | 'secretKeys'>,
): void {
  const cursors = createCursors(secretKeys);
  const time = instant();

  gateway.route(routes.listEventFeed, async ({ caller, query: { cursor, limit, type } }) => {
    const listing = { scope: caller, list: 'events', filter: type ?? '' } as const;
    const nextCursor = (end: number) => cursors.encode(listing, String(end));
    const isTime = cursor !== undefined && validate(time, cursor).ok;
    if (cursor === 'now' || isTime) {
      const place = isTime ? await placeInFeed(store, caller, new Date(cursor)) : await endOfFeed(store, caller);
      return { status: 200, body: { items: [], nextCursor: nextCursor(place) } };
    }
    const after = cursor === undefined ? 0 : Number(cursors.decode(listing, cursor));
    const action = type?.slice('case.'.length) ?? null;
    const events = await listFeed(store, caller, { after, limit: pageSize(limit), action });
    const end = events.at(-1)?.position ?? after;
    return { status: 200, body: { items: events.map(presentFeedEvent), nextCursor: nextCursor(end) } };
  });
}
