import type { InferType } from 'yup';
import type { RouteRow } from './route.ts';
import { component, flag, integer, list, oneOf, patternText, responseText, strictObject, text } from '../fields.ts';
import { entryPoint, ground, mode, noticeMethod } from '../schemas/enumerations.ts';

const resolveQuery = strictObject({
  state: patternText(/^[A-Za-z]{2}$/u, 'Must be a two-letter state code.').meta({ example: 'ZZ' }),
  county: text({ min: 1, max: 100 }).optional(),
  city: text({ min: 1, max: 100 }).optional(),
});

const noticeRules = strictObject({
  title: responseText(),
  periodDays: integer({ min: 1 }),
  dayKind: oneOf(['business', 'calendar']),
  cure: oneOf(['full_amount', 'violation_cured', 'none']),
  notBeforeLeaseEnd: flag(),
  methods: list(noticeMethod),
  citation: responseText(),
  caresMinimum: strictObject({
    periodDays: integer({ min: 1 }),
    dayKind: oneOf(['calendar']),
    citation: responseText(),
  }).meta({
    description: 'The minimum notice for a dwelling covered by the federal CARES Act.',
  }),
});

const facts = list(responseText()).meta({
  description: 'The required facts, as dotted paths in the case input. A form can be built from them.',
});

const groundRules = strictObject({
  ground,
  entryPoints: list(entryPoint),
  notice: noticeRules.nullable().meta({ description: 'Null in live mode: the attorney decides.' }),
  requiredFacts: facts,
  requiredFactsByEntryPoint: strictObject({ notice: facts, filing: facts }),
});

const jurisdictionResponse = component(
  'Jurisdiction',
  strictObject({
    mode,
    state: responseText(),
    county: responseText().nullable(),
    city: responseText().nullable(),
    served: flag(),
    handling: oneOf(['automated', 'attorney_direct']).nullable(),
    action: responseText().nullable(),
    jurisdictionIds: list(responseText()),
    grounds: list(groundRules),
  }),
  {
    mode: 'test',
    state: 'ZZ',
    county: 'Example',
    city: null,
    served: true,
    handling: 'automated',
    action: 'Summary Possession (ZZ Stat. § 12-301)',
    jurisdictionIds: ['zz', 'zz/county/example'],
    grounds: [
      {
        ground: 'lease_violation',
        entryPoints: ['notice', 'filing'],
        notice: {
          title: 'Notice to Cure or Quit',
          periodDays: 10,
          dayKind: 'calendar',
          cure: 'violation_cured',
          notBeforeLeaseEnd: false,
          methods: ['personal', 'substitute', 'posting', 'certified_mail'],
          citation: 'ZZ Stat. § 12-202',
          caresMinimum: { periodDays: 30, dayKind: 'calendar', citation: '15 U.S.C. § 9058(c)' },
        },
        requiredFacts: ['property.line1', 'violation.description', 'violation.date'],
        requiredFactsByEntryPoint: { notice: [], filing: ['priorNotice.servedDate', 'documents[prior_notice]'] },
      },
    ],
  },
);
export type JurisdictionResponse = InferType<typeof jurisdictionResponse>;

export const jurisdictionRoutes = {
  resolveJurisdiction: {
    tag: 'Jurisdictions',
    auth: 'customer',
    endpoint: 'GET /v1/jurisdictions/resolve',
    summary: 'Look up the requirements of a place',
    description: 'Whether the service covers a place, who handles its cases, and which facts each ground needs.',
    query: resolveQuery,
    success: { status: 200, schema: jurisdictionResponse, description: 'The place and its grounds.' },
  },
} as const satisfies Record<string, RouteRow>;
