import { factStatuses, stateTopics } from '@evict/jurisdictions';
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

const quoted = {
  ...unchecked,
  url: patternText(/^https:\/\/[^\s/]+\/\S*$/u, 'Must be an https URL.', { max: 500 }).meta({
    description: 'The page of the legislature, court or publisher that contains the quote.',
  }),
  quote: patternText(/^\S+( \S+){3,24}$/u, 'Must be 4 to 25 words from the page.'),
  asOf: patternText(/^20[0-9]{2}-(0[1-9]|1[0-2])(-[0-9]{2})?$/u, 'Must be a day or a month.').meta({
    description: 'The day or month of the quoted version of the text.',
  }),
};
const stateFact = component(
  'StateFact',
  strictObject({
    ...quoted,
    checkedOn: day()
      .nullable()
      .meta({ description: 'When the quote was last compared with the page. Null if it never was.' }),
    status: oneOf(factStatuses).meta({
      description:
        '`checked`: the quote was compared with the page in the last 90 days. `older`: the quoted version is more than three years old. `as_of`: any other fact.',
    }),
  }),
  {
    topic: 'notice',
    ground: 'nonpayment',
    text: 'Notice to pay rent or leave.',
    value: '14 days',
    citation: 'Example Code § 1-101',
    url: 'https://www.example.com/code/1-101',
    quote: 'fourteen days after service of the notice',
    asOf: '2026-03',
    checkedOn: null,
    status: 'as_of',
  },
);

/**
 * A file in packages/jurisdictions/src/states. Everything under `facts` is shown, except each fact's `note`, which is
 * for editors of the file. Facts without a quote, page or date are under `unchecked` and never shown.
 */
export const stateFile = strictObject({
  facts: list(strictObject({ ...quoted, checkedOn: day().optional(), note: text({ min: 10, max: 500 }).optional() })),
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
    summary: responseText().meta({ description: 'How many facts are shown, and how many are left out and why.' }),
    facts: list(stateFact),
    notice: responseText(),
  }),
  { code: 'AL', name: 'Alabama', summary: 'No fact is shown.', facts: [], notice: 'General information.' },
);

export type StateFact = InferType<typeof stateFact>;
export type StateFile = InferType<typeof stateFile>;
export type StateFacts = InferType<typeof stateFacts>;

const common = { auth: 'none', tag: 'Service', addition: true } as const;

/** Facts about the law of the states, with their sources. */
export const stateRoutes = {
  listStates: {
    ...common,
    endpoint: 'GET /v1/states',
    summary: 'List the states with the number of facts about each',
    description: 'The fifty states and the District of Columbia.',
    success: { status: 200, schema: stateList, description: 'The states by name.' },
  },
  getState: {
    ...common,
    endpoint: 'GET /v1/states/{code}',
    params: { code: 'stateCode' },
    summary: 'Get facts about the law of a US state, with their sources',
    description:
      'General information, not legal advice. Each fact has a quote, the page that it is from, and the date of the quoted version. Facts whose `status` is `older` come last.',
    success: { status: 200, schema: stateFacts, description: 'The facts about the state.' },
  },
} as const satisfies Record<string, RouteRow>;
