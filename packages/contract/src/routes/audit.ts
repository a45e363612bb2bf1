import type { InferType } from 'yup';
import {
  component,
  id,
  instant,
  list,
  oneOf,
  openObject,
  patternText,
  responseText,
  strictObject,
  text,
} from '../fields.ts';
import { nextCursor, pageQuery } from '../schemas/page.ts';
import type { RouteRow } from './route.ts';

const auditEntry = component(
  'AuditEntry',
  strictObject({
    id: responseText(),
    at: instant(),
    action: responseText().meta({
      description:
        '`case.` followed by a command, `tenant_data_viewed`, `operator_action`, or the name of a change, for example `api_key_created`.',
    }),
    actor: strictObject({
      type: oneOf(['user', 'api_key', 'attorney', 'operator', 'platform']),
      id: responseText().meta({ description: "The operator's name, if an operator acted." }),
      name: responseText().nullable().meta({ description: 'The current name; null for a key or a deleted user.' }),
    }),
    credential: responseText().nullable().meta({ description: 'The id of the session, key or token.' }),
    network: responseText()
      .nullable()
      .meta({ description: 'The network from which the request came: an IPv4 /24 or an IPv6 /48.' }),
    caseId: id('case').nullable(),
    result: responseText().meta({
      description: '`done`, or the error code. A command can also be `pending`, or `void` if it was never decided.',
    }),
    detail: openObject().nullable(),
  }),
  {
    id: 'aud_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
    at: '2026-07-01T09:31:00.000Z',
    action: 'api_key_created',
    actor: { type: 'user', id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d', name: 'Robin Example' },
    credential: 'ses_7d1c2b3a-4f5e-4a6b-9c8d-1e2f3a4b5c6d',
    network: '203.0.113.0/24',
    caseId: null,
    result: 'done',
    detail: { id: 'key_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f', mode: 'test', lastFour: 'x7Qa' },
  },
);
export type AuditEntry = InferType<typeof auditEntry>;

const auditQuery = strictObject({
  ...pageQuery,
  action: patternText(/^[a-z_.]{1,60}$/u, 'Must be an action, such as signed_in.')
    .optional()
    .meta({ description: 'Only entries with this action.', example: 'signed_in' }),
  actor: text({ min: 1, max: 120 })
    .optional()
    .meta({ description: 'Only entries whose `actor.id` is this id or, for an operator, this name.' }),
  caseId: id('case').optional().meta({ description: 'Only entries about this case.' }),
  since: instant().optional().meta({ description: 'Only entries from this time on.' }),
});

export const auditRoutes = {
  listAuditEvents: {
    endpoint: 'GET /v1/audit-events',
    auth: 'session',
    tag: 'Audit',
    addition: true,
    summary: 'List the audit events of the organization',
    description:
      "Requires an owner's session. Lists successful and failed sign-ins, changes to keys, endpoints, members and settings, reads of tenant data, and commands, in both modes, newest first: who acted, from where, when, and with what result. Of many failed sign-ins in an hour, only the first 20, the 32nd, the 64th and so on are listed, each with its number in that hour. A cursor is valid only with the filters of its page. With `action`, `actor` or `caseId`, a page can be short or empty although `nextCursor` leads to more. Commands are deleted when the details of their case are erased, everything else after seven years.",
    query: auditQuery,
    success: {
      status: 200,
      schema: strictObject({ items: list(auditEntry), nextCursor }),
      description: 'One page of entries, newest first.',
    },
  },
} as const satisfies Record<string, RouteRow>;
