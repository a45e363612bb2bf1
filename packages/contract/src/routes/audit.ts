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
        '`case.` and a command, `tenant_data_viewed`, `operator_action`, or a change, for example `api_key_created`.',
    }),
    actor: strictObject({
      type: oneOf(['user', 'api_key', 'attorney', 'operator', 'platform']),
      id: responseText().meta({ description: "The operator's name, if an operator acted." }),
      name: responseText().nullable().meta({ description: 'The current name; null for a key or a deleted user.' }),
    }),
    credential: responseText().nullable().meta({ description: 'The id of the session, key or token.' }),
    network: responseText().nullable().meta({ description: 'Where the request came from: a /24, or a /48 of IPv6.' }),
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

/** Query of `GET /v1/audit-events`. */
const auditQuery = strictObject({
  ...pageQuery,
  action: patternText(/^[a-z_.]{1,60}$/u, 'Must be an action, such as signed_in.')
    .optional()
    .meta({ description: 'Only this action.', example: 'signed_in' }),
  actor: text({ min: 1, max: 120 })
    .optional()
    .meta({ description: 'Only of this user, key, attorney or operator, by `actor.id`.' }),
  caseId: id('case').optional().meta({ description: 'Only about this case.' }),
  since: instant().optional().meta({ description: 'Only from this time on.' }),
});

export const auditRoutes = {
  listAuditEvents: {
    endpoint: 'GET /v1/audit-events',
    auth: 'session',
    tag: 'Audit',
    addition: true,
    summary: 'List the audit events of the organization',
    description:
      'Requires the session of an owner. Lists sign-ins and failed sign-ins, keys, endpoints, members, settings, reads of tenant data, and commands in both modes, newest first: who acted, from where, when, and with what result. Of many failed sign-ins in an hour, the first 20 are listed, then the 32nd, the 64th and so on, with their number. A cursor belongs to its filters. With `action`, `actor` or `caseId`, a page can be short or empty although `nextCursor` leads to more. Commands are deleted with the details of an erased case, everything else after seven years.',
    query: auditQuery,
    success: {
      status: 200,
      schema: strictObject({ items: list(auditEntry), nextCursor }),
      description: 'One page, newest first.',
    },
  },
} as const satisfies Record<string, RouteRow>;
