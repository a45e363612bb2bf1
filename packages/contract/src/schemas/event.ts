import { internalActions } from '@evict/case-model';
import type { InferType } from 'yup';
import { responseText, anything, component, instant, list, oneOf, strictObject } from '../fields.ts';
import { customerActions, eventAction, state } from './enumerations.ts';

const fields = {
  id: responseText(),
  actorType: oneOf(['customer', 'attorney', 'platform', 'reviewer']),
  fromState: state.nullable().meta({ description: 'Null, like `toState`, where the state did not change.' }),
  toState: state.nullable(),
  detail: anything().optional(),
  createdAt: instant(),
};

/** Of a customer-visible event. */
export const eventFields = {
  ...fields,
  action: eventAction.meta({
    description: 'The bare name, for example `submit`; a webhook calls it `case.submit`.',
  }),
};

export const eventResponse = component('Event', strictObject(eventFields), {
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

/** An event of the whole audit trail of a case. */
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
