import { bodyLimits } from '../limits.ts';
import { feedPage, feedQuery } from '../schemas/feed-event.ts';
import type { Route } from './route.ts';

export const eventFeedRoutes = {
  listEventFeed: {
    gateway: 'customer',
    method: 'GET',
    path: '/v1/events',
    auth: 'customer',
    tag: 'Events',
    addition: true,
    summary: 'List the events of all cases',
    description:
      "Every customer-visible event of the organization in the credential's mode, in the order of commits. Keep `nextCursor` and send it as `cursor` to continue: no event is skipped, also one whose transaction was committed late. A cursor belongs to its `type`; with another it is 400. Events of erased cases stay, with null as `detail`.",
    query: feedQuery,
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: feedPage, description: 'One page of events, oldest first.' },
    errors: [],
  },
} as const satisfies Record<string, Route>;
