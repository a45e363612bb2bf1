import { states } from '@evict/case-model';
import type { InferType } from 'yup';
import { responseText, anything, component, instant, list, oneOf, record } from '../fields.ts';

export const eventResponse = component(
  'Event',
  record({
    id: responseText(),
    action: responseText().meta({
      description: 'The bare name, for example `submit`; a webhook calls it `case.submit`.',
    }),
    actorType: oneOf(['customer', 'attorney', 'platform', 'reviewer']),
    fromState: oneOf(states).nullable().meta({ description: 'Null, like `toState`, where the state did not change.' }),
    toState: oneOf(states).nullable(),
    detail: anything().optional(),
    createdAt: instant(),
  }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    action: 'start_cure_period',
    actorType: 'platform',
    fromState: 'notice_served',
    toState: 'cure_period',
    detail: { deadline: '2026-07-10', citation: 'ZZ Stat. § 12-201', caseTime: '2026-07-02T09:31:00.000Z' },
    createdAt: '2026-07-01T09:31:00.000Z',
  },
);
export type Event = InferType<typeof eventResponse>;

export const eventList = record({ items: list(eventResponse) });
