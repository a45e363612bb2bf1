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

// Named in the document, so that generated clients have one type for each of them.

export const mode = oneOf(modes).meta({ component: 'Mode' });
export const state = oneOf(states).meta({ component: 'State' });
export const ground = oneOf(grounds).meta({ component: 'Ground' });
export const entryPoint = oneOf(entryPoints).meta({ component: 'EntryPoint' });
export const noticeMethod = oneOf(noticeMethods).meta({ component: 'NoticeMethod' });
export const serviceMethod = oneOf(serviceMethods).meta({ component: 'ServiceMethod' });

export const customerActions = Object.keys(eventRules) as EventAction[];
export const eventAction = oneOf(customerActions).meta({ component: 'EventAction' });

/** The names of customer-visible events in webhooks and in the feed. */
export const eventType = oneOf(customerActions.map((action) => `case.${action}` as const)).meta({
  component: 'EventType',
});
