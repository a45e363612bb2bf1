import { factKinds } from '@evict/case-model';
import { component, day, instant, list, oneOf, patternText, strictObject, responseText } from '../fields.ts';
import { idPattern } from '../ids.ts';

/** Something that happened outside, as it was reported. It decides nothing. */
const factResponse = component(
  'ReportedFact',
  strictObject({
    id: patternText(new RegExp(idPattern('event'), 'u'), 'Must be an event id.'),
    kind: oneOf(factKinds),
    date: day().meta({ description: 'When it happened, as reported.' }),
    detail: responseText().nullable(),
    reportedBy: oneOf(['customer', 'attorney', 'platform']).meta({
      description: '`platform`: an operator, on behalf of someone else.',
    }),
    createdAt: instant(),
  }),
  {
    id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
    kind: 'payment',
    date: '2026-07-06',
    detail: 'Half of the rent for June, by check.',
    reportedBy: 'customer',
    createdAt: '2026-07-07T09:40:00.000Z',
  },
);

export const factList = strictObject({ items: list(factResponse) });
