import {
  type EventAction,
  entryPoints,
  eventRules,
  grounds,
  modes,
  noticeMethods,
  serviceMethods,
  states,
} from '@evict/case-model';
import { oneOf } from '../fields.ts';

// Named in the document, so that generated clients have one type for each.

export const mode = oneOf(modes).meta({ component: 'Mode' });
export const state = oneOf(states).meta({ component: 'State' });
export const ground = oneOf(grounds).meta({ component: 'Ground' });
export const entryPoint = oneOf(entryPoints).meta({ component: 'EntryPoint' });
export const noticeMethod = oneOf(noticeMethods).meta({ component: 'NoticeMethod' });
export const serviceMethod = oneOf(serviceMethods).meta({ component: 'ServiceMethod' });

export const customerActions = Object.keys(eventRules) as EventAction[];
export const eventAction = oneOf(customerActions).meta({ component: 'EventAction' });

const eventTypes = customerActions.map((action) => `case.${action}` as const);

/** The names of events in webhooks and in the feed. */
export const eventType = oneOf(eventTypes).meta({ component: 'EventType' });

/** Further webhook messages for endpoints that ask for them, and what each one says. */
export const optInMessages = {
  'case.note_added': 'A note was written.',
  'case.deadline_changed': 'A deadline of the case was added, changed or removed.',
  'case.fact_recorded': 'A fact was reported, such as a payment.',
  'case.charge_changed': 'A charge was made or has another state.',
} as const;
export type OptInMessage = keyof typeof optInMessages;
export type MessageType = `case.${EventAction}` | OptInMessage;

/** The names of all messages to webhook endpoints. */
export const messageType = oneOf([...eventTypes, ...(Object.keys(optInMessages) as OptInMessage[])]).meta({
  component: 'MessageType',
});
