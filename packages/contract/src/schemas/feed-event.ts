import type { InferType } from 'yup';
import { component, list, patternText, strictObject, responseText } from '../fields.ts';
import { idPattern } from '../ids.ts';
import { eventType, state } from './enumerations.ts';
import { eventFields, eventResponse } from './event.ts';
import { pageQuery } from './page.ts';
import { shapeOf } from '../shape.ts';

/** What a webhook and the feed name an event by, beside its id and its time. */
export const messageFields = {
  type: eventType.meta({ description: '`case.` and the action.' }),
  caseId: patternText(new RegExp(idPattern('case'), 'u'), 'Must be a case id.'),
  state: state.meta({
    description: 'The state of the case after the event: the current one for an event without a change of state.',
  }),
};

const feedEvent = component('FeedEvent', strictObject({ ...eventFields, ...messageFields }), {
  ...(shapeOf(eventResponse).meta.example as InferType<typeof eventResponse>),
  type: 'case.start_cure_period',
  caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  state: 'cure_period',
});
export type FeedEvent = InferType<typeof feedEvent>;

export const feedPage = strictObject({
  items: list(feedEvent),
  nextCursor: responseText().meta({
    description: 'Never null: as `cursor` it returns what has happened since, now or later.',
  }),
});

/** Query of `GET /v1/events`. */
export const feedQuery = strictObject({
  ...pageQuery,
  type: eventType.optional().meta({ description: 'Only events of this type.', example: 'case.notice_served' }),
});
