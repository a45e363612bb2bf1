import type { InferType } from 'yup';
import { component, id, instant, list, oneOf, responseText, strictObject, text } from '../fields.ts';
import { maxCalendarEvents, maxCalendarLinks } from '../limits.ts';
import { mode } from '../schemas/enumerations.ts';
import type { RouteRow } from './route.ts';

const of = oneOf(['person', 'organization']);

const linkFields = {
  id: id('calendarLink'),
  of: of.meta({
    description:
      'Whether the link belongs to the user or to the organization. The link ends when its user or organization is removed.',
  }),
  mode,
  lastFour: responseText(),
  createdAt: instant(),
  lastUsedAt: instant().nullable().meta({ description: 'Accurate to the hour.' }),
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
    url: responseText().meta({ description: 'The URL to which calendar programs subscribe; shown only here.' }),
  }),
  {
    ...linkExample,
    url: 'https://evictions.example.com/v1/calendar.ics?token=ecl_8Hn3kV6pQ1sW9xD2fG5jL7zC0bM4vT8yRaUiEoNqwe',
  },
);

const createLinkBody = component(
  'CreateCalendarLink',
  strictObject({ of: of.optional().meta({ description: '`person` if absent.' }) }),
  { of: 'person' },
);

const links = { auth: 'anySession', tag: 'Calendar', addition: true } as const;

/** Calendars to which programs subscribe through a secret URL. */
export const calendarRoutes = {
  getCalendar: {
    endpoint: 'GET /v1/calendar.ics',
    auth: 'none',
    tag: 'Calendar',
    addition: true,
    summary: 'Read a calendar',
    description: `Returns deadlines and hearings of open cases as iCalendar: the nearest ${maxCalendarEvents}. An entry shows the property's address and the case's reference (for an attorney, the court case number), but no party. A hearing is shown at its time if that was reported and the property's state lies in a single time zone; every other entry lasts all day. Returns 304 if \`If-None-Match\` has the current \`ETag\`. The response can be cached for five minutes. An attorney's calendar contains the cases that they have accepted and may work on. Each case in it is recorded as read, at most once an hour. Returns 404 for a link that is unknown or revoked, or whose user or organization was removed, and while its attorney is not verified.`,
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
    description: 'The links of the signed-in user and of their organization in the mode of the request, newest first.',
    success: {
      status: 200,
      schema: strictObject({ items: list(calendarLink) }),
      description: 'The links, never their URLs.',
    },
  },
  createCalendarLink: {
    ...links,
    endpoint: 'POST /v1/me/calendar',
    summary: 'Create a calendar link',
    description: `Creates a link for the signed-in user (customer or attorney) or for the organization. Only an owner can create or revoke a link of the organization. The link has the mode of the request; an attorney's link is live. Each user and organization can have at most ${maxCalendarLinks} links per mode. \`Idempotency-Key\` is ignored, so the secret is never stored.`,
    body: createLinkBody,
    bodyIsOptional: true,
    success: { status: 201, schema: createdLink, description: 'The URL is shown only here.' },
    errors: ['key_limit', 'attorney_not_eligible'],
    idempotent: 'ignored',
  },
  revokeCalendarLink: {
    ...links,
    endpoint: 'DELETE /v1/me/calendar/{id}',
    params: { id: 'calendarLink' },
    summary: 'Revoke a calendar link',
    description: 'Its URL returns 404 at once.',
    success: { status: 204, schema: null, description: 'The link is revoked.' },
  },
} as const satisfies Record<string, RouteRow>;
