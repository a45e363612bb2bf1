import { internalActions } from '@evict/case-model';
import type { InferType } from 'yup';
import { anything, component, flag, id, instant, list, oneOf, responseText, strictObject } from '../fields.ts';
import type { RouteRow } from './route.ts';
import { customerActions, eventAction, eventType, state } from '../schemas/enumerations.ts';
import { pageQuery } from '../schemas/page.ts';
import { exampleOf } from '../shape.ts';

/** Either absent or true. */
const correctedField = flag().optional().meta({
  description: 'True if the event corrects what an earlier event reported. An addition to the published interface.',
});

const fields = {
  id: responseText(),
  actorType: oneOf(['customer', 'attorney', 'platform', 'reviewer']),
  fromState: state.nullable().meta({ description: 'Null, like `toState`, if the state did not change.' }),
  toState: state.nullable(),
  detail: anything().optional(),
  corrected: correctedField,
  createdAt: instant(),
};

/** The event fields that customers see. */
const eventFields = {
  ...fields,
  authorId: responseText().optional().meta({
    description:
      'The id of the user or API key, if the customer acted. Absent once the details of the case are erased.',
  }),
  action: eventAction.meta({
    description: 'The name without a prefix, for example `submit`. A webhook calls it `case.submit`.',
  }),
};

const eventResponse = component('Event', strictObject(eventFields), {
  id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
  action: 'start_cure_period',
  actorType: 'platform',
  fromState: 'notice_served',
  toState: 'cure_period',
  detail: { deadline: '2026-07-10', citation: 'ZZ Stat. § 12-201', caseTime: '2026-07-02T09:31:00.000Z' },
  createdAt: '2026-07-01T09:31:00.000Z',
});
export type Event = InferType<typeof eventResponse>;

export const eventList = strictObject({ items: list(eventResponse) });

/** An event in the complete audit trail of a case. */
export const auditEventResponse = component(
  'AuditEvent',
  strictObject({ ...fields, action: oneOf([...customerActions, ...internalActions]) }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    action: 'tenant_data_viewed',
    actorType: 'attorney',
    fromState: null,
    toState: null,
    detail: { what: 'case', attorneyId: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d' },
    createdAt: '2026-07-01T09:40:00.000Z',
  },
);
export type AuditEvent = InferType<typeof auditEventResponse>;

/** What webhooks and the feed say about an event, apart from its id and time. */
export const messageFields = {
  type: eventType.meta({ description: '`case.` followed by the action.' }),
  caseId: id('case'),
  state: state.meta({
    description: 'The state of the case after the event, even if the event did not change it.',
  }),
  corrected: correctedField,
};

const feedEvent = component('FeedEvent', strictObject({ ...eventFields, ...messageFields }), {
  ...exampleOf(eventResponse),
  type: 'case.start_cure_period',
  caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  state: 'cure_period',
});
export type FeedEvent = InferType<typeof feedEvent>;

const feedPage = strictObject({
  items: list(feedEvent),
  nextCursor: responseText().meta({
    description: 'Never null. Pass it as `cursor`, now or later, to get the events after this page.',
  }),
});

const feedQuery = strictObject({
  ...pageQuery,
  cursor: pageQuery.cursor.meta({
    description:
      'The `nextCursor` of the previous page. Without it, the feed begins with its first event. `now` returns no events, but a cursor for the current end of the feed. A time such as `2026-07-01T09:00:00Z` returns no events, but a cursor that continues with the first event since that time.',
  }),
  type: eventType.optional().meta({ description: 'Only events of this type.', example: 'case.notice_served' }),
});

export const eventFeedRoutes = {
  listEventFeed: {
    endpoint: 'GET /v1/events',
    auth: 'customer',
    tag: 'Events',
    addition: true,
    summary: 'List the events of all cases',
    description:
      "Every customer-visible event of the organization in the credential's mode, in the order in which they were committed. To continue, keep `nextCursor` and send it as `cursor`: no event is skipped, not even one whose transaction commits late. A cursor is valid only with its `type`; with another, the response is 400. Events of erased cases stay, with null as `detail`.",
    query: feedQuery,
    success: { status: 200, schema: feedPage, description: 'One page of events, oldest first.' },
  },
} as const satisfies Record<string, RouteRow>;
