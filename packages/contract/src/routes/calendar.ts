import type { InferType } from 'yup';
import { component, id, instant, list, oneOf, responseText, strictObject, text } from '../fields.ts';
import { maxCalendarEvents, maxCalendarLinks } from '../limits.ts';
import { mode } from '../schemas/enumerations.ts';
import type { RouteRow } from './route.ts';

const of = oneOf(['person', 'organization']);

const linkFields = {
  id: id('calendarLink'),
  of: of.meta({ description: 'Whose it is: it ends with them.' }),
  mode,
  lastFour: responseText(),
  createdAt: instant(),
  lastUsedAt: instant().nullable().meta({ description: 'To the hour.' }),
};

const linkExample = {
  id: 'cal_5b0c2f6e-1d7a-4c3b-9e8f-2a4b6c8d0e1f',
  of: 'person',
  mode: 'test',
  lastFour: 'q7Xb',
  createdAt: '2026-07-01T09:20:00.000Z',
  lastUsedAt: null,
} as const;

const calendarLink = component('CalendarLink', strictObject(linkFields), linkExample);
export type CalendarLink = InferType<typeof calendarLink>;

const createdLink = component(
  'CreatedCalendarLink',
  strictObject({
    ...linkFields,
    url: responseText().meta({ description: 'What calendar programs subscribe to; shown only here.' }),
  }),
  {
    ...linkExample,
    url: 'https://evictions.example.com/v1/calendar.ics?token=ecl_8Hn3kV6pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe',
  },
);

const createLinkBody = component(
  'CreateCalendarLink',
  strictObject({ of: of.optional().meta({ description: '`person` without it.' }) }),
  { of: 'person' },
);

const links = { auth: 'anySession', tag: 'Calendar', addition: true } as const;

/** Calendars that programs subscribe to by a secret address. */
export const calendarRoutes = {
  getCalendar: {
    endpoint: 'GET /v1/calendar.ics',
    auth: 'none',
    tag: 'Calendar',
    addition: true,
    summary: 'Read a calendar',
    description: `The deadlines and hearings of the open cases behind a secret link, as iCalendar: at most ${maxCalendarEvents}, the nearest first. An entry names the address of the property and the reference of the case, for an attorney the number of the court, and no party. A hearing has its time where the state lies in one time zone; every other entry lasts a day. 304 for a known \`ETag\` in \`If-None-Match\`; may be kept for five minutes. An attorney's calendar has the cases that they have accepted and may work on, and each case in it is recorded as read once an hour. 404 for a link that is unknown, was revoked, or has ended with the person, the verification of the attorney or the organization.`,
    query: strictObject({ token: text({ min: 1, max: 255 }).meta({ description: 'From the link.' }) }),
    success: {
      status: 200,
      schema: 'bytes',
      types: ['text/calendar'],
      description: 'An iCalendar file (RFC 5545).',
    },
    errors: ['not_found'],
  },
  listCalendarLinks: {
    ...links,
    endpoint: 'GET /v1/me/calendar',
    summary: 'List calendar links',
    description: 'Those of the signed-in user and of their organization in the mode of the request, newest first.',
    success: {
      status: 200,
      schema: strictObject({ items: list(calendarLink) }),
      description: 'The links, never their addresses.',
    },
  },
  createCalendarLink: {
    ...links,
    endpoint: 'POST /v1/me/calendar',
    summary: 'Create a calendar link',
    description: `Of the signed-in user, customer or attorney, or of the organization: only an owner can create and revoke that. It has the mode of the request, live for an attorney. At most ${maxCalendarLinks} of each in a mode. \`Idempotency-Key\` is ignored, so that no secret is ever stored.`,
    body: createLinkBody,
    bodyIsOptional: true,
    success: { status: 201, schema: createdLink, description: 'The address is shown only here.' },
    errors: ['key_limit', 'attorney_not_eligible'],
    idempotent: 'ignored',
  },
  revokeCalendarLink: {
    ...links,
    endpoint: 'DELETE /v1/me/calendar/{id}',
    params: { id: 'calendarLink' },
    summary: 'Revoke a calendar link',
    description: 'Its address is 404 at once.',
    success: { status: 204, schema: null, description: 'The link is revoked.' },
  },
} as const satisfies Record<string, RouteRow>;
