import {
  responseText,
  component,
  day,
  flag,
  instant,
  integer,
  list,
  oneOf,
  patternText,
  strictObject,
} from '../fields.ts';
import { entryPoint, ground, mode, state } from './enumerations.ts';
import { idPattern } from '../ids.ts';
import { caseExample, caseFields } from './case.ts';
import { documentResponse } from './document.ts';
import { auditEventResponse } from './event.ts';
import { gateResults } from './gates.ts';

const attention = component(
  'Attention',
  strictObject({
    needed: flag().meta({ description: 'The case is on hold, or one of its jobs has failed permanently.' }),
    reasons: list(responseText()).meta({
      description:
        '`on_hold`, `withdrawal_requested`, `job_failed:<step>`, `dismissal_recorded`, `attorney_needed`, `summons_unserved`, `judgment_before_hearing`.',
    }),
  }),
  { needed: true, reasons: ['on_hold', 'withdrawal_requested'] },
);

/** A case in an attorney's queue, without names, so that conflicts can be checked before it is opened. */
const queueItem = component(
  'AttorneyQueueItem',
  strictObject({
    id: patternText(new RegExp(idPattern('case'), 'u'), 'Must be a case id.'),
    mode,
    state,
    ground,
    entryPoint,
    jurisdiction: strictObject({
      state: responseText().meta({ description: "The property's state, as a two-letter code." }),
      county: responseText().optional(),
    }),
    attention,
    createdAt: instant(),
    updatedAt: instant(),
  }),
  {
    id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    mode: 'live',
    state: 'notice_review',
    ground: 'nonpayment',
    entryPoint: 'notice',
    jurisdiction: { state: 'MD', county: 'Montgomery' },
    attention: { needed: false, reasons: [] },
    createdAt: '2026-07-01T09:29:00.000Z',
    updatedAt: '2026-07-01T09:31:00.000Z',
  },
);

export const attorneyQueue = strictObject({ items: list(queueItem) });

const filing = component(
  'Filing',
  strictObject({
    id: patternText(new RegExp(idPattern('filing'), 'u'), 'Must be a filing id.'),
    status: oneOf(['submitted', 'accepted', 'rejected']),
    envelopeId: responseText().nullable(),
    courtCaseNumber: responseText().nullable(),
    rejectionReasons: list(strictObject({ code: responseText(), description: responseText() }))
      .nullable()
      .meta({ description: "The court's reasons." }),
    createdAt: instant(),
  }),
  {
    id: 'fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
    status: 'rejected',
    envelopeId: '10442913',
    courtCaseNumber: null,
    rejectionReasons: [{ code: 'party_name', description: 'The name of the plaintiff is not that of the deed.' }],
    createdAt: '2026-07-20T14:02:00.000Z',
  },
);

const serviceAttempt = component(
  'ServiceAttempt',
  strictObject({
    id: patternText(new RegExp(idPattern('serviceAttempt'), 'u'), 'Must be the id of a service attempt.'),
    stage: oneOf(['notice', 'summons']),
    method: responseText(),
    partyIndex: integer({ min: 0 }).nullable().meta({
      description: 'The defendant, by index in `data.parties`; null: every defendant.',
    }),
    status: oneOf(['pending', 'served', 'failed']),
    servedDate: day().nullable(),
    expires: day().nullable().meta({ description: 'For a served notice: the reported end of its period.' }),
    citation: responseText().nullable().meta({ description: 'The law that sets `expires`.' }),
    failureReason: responseText().nullable(),
    createdAt: instant(),
  }),
  {
    id: 'att_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910',
    stage: 'notice',
    method: 'personal',
    partyIndex: null,
    status: 'served',
    servedDate: '2026-07-02',
    expires: '2026-07-16',
    citation: 'Md. Code, Real Prop. § 8-401',
    failureReason: null,
    createdAt: '2026-07-02T09:31:00.000Z',
  },
);

/** A case with everything that its attorney needs. */
export const attorneyCase = component(
  'AttorneyCase',
  strictObject({
    ...caseFields,
    gates: gateResults,
    evidence: list(documentResponse).meta({ description: 'What the customer uploaded.' }),
    filings: list(filing).meta({ description: 'Oldest first.' }),
    serviceAttempts: list(serviceAttempt).meta({ description: 'Oldest first.' }),
    attention,
    events: list(auditEventResponse).meta({
      description: 'The whole audit trail, including internal events and this read, oldest first.',
    }),
  }),
  {
    ...caseExample,
    mode: 'live',
    packVersions: null,
    gates: { passed: true, results: [{ gate: 'parties_present', status: 'pass' }] },
    evidence: [],
    filings: [],
    serviceAttempts: [],
    attention: { needed: false, reasons: [] },
    events: [
      {
        id: 'evt_8c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
        action: 'tenant_data_viewed',
        actorType: 'attorney',
        fromState: null,
        toState: null,
        detail: { what: 'case', attorneyId: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d' },
        createdAt: '2026-07-01T09:40:00.000Z',
      },
    ],
  },
);
