import { stateTopics } from '@evict/jurisdictions';
import type { InferType } from 'yup';
import { component, day, integer, list, oneOf, patternText, responseText, strictObject, text } from '../fields.ts';
import { stateCode } from '../schemas/case-input.ts';
import { ground } from '../schemas/enumerations.ts';
import type { RouteRow } from './route.ts';

const unchecked = {
  topic: oneOf(stateTopics),
  ground: ground.nullable(),
  text: text({ min: 10, max: 300 }),
  value: text({ min: 1, max: 60 }).nullable(),
  citation: text({ min: 5, max: 200 }),
};

/** With its source. */
const sourced = {
  ...unchecked,
  url: patternText(/^https:\/\/[^\s/]+\/\S*$/u, 'Must be an https address.', { max: 500 }).meta({
    description: 'The page on which it was found.',
  }),
  quote: patternText(/^\S+( \S+){3,24}$/u, 'Must be 4 to 25 words of the page.'),
  asOf: patternText(/^20[0-9]{2}(-[0-9]{2}(-[0-9]{2})?)?$/u, 'Must be a year, month or day.').meta({
    description: 'As of when the text stands, as the page says or a dated change in its text shows.',
  }),
};
const checkedBy = () => text({ min: 1, max: 100 });

/** A fact that somebody has found in its source. */
const stateFact = component(
  'StateFact',
  strictObject({
    ...sourced,
    checkedOn: day().meta({ description: 'When the page was read and the quote found in it.' }),
    checkedBy: checkedBy(),
  }),
  {
    topic: 'notice',
    ground: 'nonpayment',
    text: 'Notice to pay rent or leave.',
    value: '14 days',
    citation: 'Example Code § 1-101',
    url: 'https://www.example.com/code/1-101',
    quote: 'fourteen days after service of the notice',
    asOf: '2026',
    checkedOn: '2026-11-26',
    checkedBy: 'engineering',
  },
);

/**
 * A file of packages/jurisdictions/src/states. `checkedOn` and `checkedBy` are null until
 * somebody has opened the cited page. What has no source is under `unchecked`. Neither is shown.
 */
export const stateFile = strictObject({
  facts: list(strictObject({ ...sourced, checkedOn: day().nullable(), checkedBy: checkedBy().nullable() })),
  unchecked: list(strictObject(unchecked)),
});

const stateList = component(
  'StateList',
  strictObject({
    items: list(strictObject({ code: stateCode, name: responseText(), facts: integer({ min: 0 }) })),
  }),
  { items: [{ code: 'AL', name: 'Alabama', facts: 0 }] },
);

const stateFacts = component(
  'StateFacts',
  strictObject({
    code: stateCode,
    name: responseText(),
    summary: responseText().meta({ description: 'How many facts are shown and how many are left out, and why.' }),
    facts: list(stateFact),
    notice: responseText(),
  }),
  { code: 'AL', name: 'Alabama', summary: 'No fact is shown.', facts: [], notice: 'General information.' },
);

export type StateFact = InferType<typeof stateFact>;
export type StateFile = InferType<typeof stateFile>;
export type StateFacts = InferType<typeof stateFacts>;

const common = { auth: 'none', tag: 'Service', addition: true } as const;

/** What is known of the law of the states, with its sources. */
export const stateRoutes = {
  listStates: {
    ...common,
    endpoint: 'GET /v1/states',
    summary: 'List the states with the number of their facts',
    description: 'The fifty states and the District of Columbia.',
    success: { status: 200, schema: stateList, description: 'The states by name.' },
  },
  getState: {
    ...common,
    endpoint: 'GET /v1/states/{code}',
    params: { code: 'stateCode' },
    summary: 'Get the facts of a state, with their sources',
    description:
      'General information, not legal advice. A fact is shown for 90 days after somebody has found it on the page that it cites, and is left out afterwards until it is found again.',
    success: { status: 200, schema: stateFacts, description: 'The facts that are shown.' },
  },
} as const satisfies Record<string, RouteRow>;
