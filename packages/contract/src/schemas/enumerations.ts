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

// Each has a name in the OpenAPI document, so that generated clients have one type for it.

export const mode = oneOf(modes).meta({ component: 'Mode' });
export const state = oneOf(states).meta({ component: 'State' });
export const ground = oneOf(grounds).meta({ component: 'Ground' });
export const entryPoint = oneOf(entryPoints).meta({ component: 'EntryPoint' });
export const noticeMethod = oneOf(noticeMethods).meta({ component: 'NoticeMethod' });
export const serviceMethod = oneOf(serviceMethods).meta({ component: 'ServiceMethod' });

export const customerActions = Object.keys(eventRules) as EventAction[];
export const eventAction = oneOf(customerActions).meta({ component: 'EventAction' });

const eventTypes = customerActions.map((action) => `case.${action}` as const);

/** The types of events in webhooks and in the feed. */
export const eventType = oneOf(eventTypes).meta({ component: 'EventType' });

/** Further types of webhook messages, which endpoints get only if they ask for them, with their descriptions. */
export const optInMessages = {
  'case.note_added': 'A note was written.',
  'case.deadline_changed': 'A deadline of the case was added, changed or removed.',
  'case.fact_recorded': 'A fact was reported, such as a payment.',
  'case.charge_changed': 'A charge was created, or its state changed.',
} as const;
export type OptInMessage = keyof typeof optInMessages;
export type MessageType = `case.${EventAction}` | OptInMessage;

/** The types of all webhook messages. */
export const messageType = oneOf([...eventTypes, ...(Object.keys(optInMessages) as OptInMessage[])]).meta({
  component: 'MessageType',
});
