import { judgmentManners, judgmentOutcomes, nextActors, states } from '@evict/case-model';
import type { InferType } from 'yup';
import {
  cents,
  component,
  day,
  flag,
  id,
  instant,
  integer,
  list,
  oneOf,
  responseText,
  strictObject,
  text,
  timeOfDay,
} from '../fields.ts';
import { entryPoint, ground, mode, serviceMethod, state } from './enumerations.ts';
import { createCaseBody, factFields, paymentAddressField } from './case-input.ts';
import { documentResponse } from './document.ts';
import { exampleOf } from '../shape.ts';
import { gateResult } from './gates.ts';
import { nextCursor, pageQuery } from './page.ts';

/** A balance of a thousand ledger entries with the largest amount. */
const largestBalance = 1000 * Number.MAX_SAFE_INTEGER;

/** The progress of the case, on the case's clock. Read-only. */
const progress = strictObject({
  ledgerBalanceCents: integer({ min: -largestBalance, max: largestBalance })
    .nullable()
    .meta({ description: 'Charges minus payments. Rounded if it exceeds 2^53. Null without a ledger.' }),
  clock: instant().meta({ description: "The case's clock. `advance` moves the clock of a test case ahead." }),
  notice: strictObject({
    servedDate: day(),
    method: serviceMethod,
    expires: day().nullable().meta({ description: 'The last day of the notice period.' }),
  }).nullable(),
  hearing: strictObject({
    date: day(),
    time: timeOfDay().optional().meta({
      description: '`HH:MM` in local time at the court. Like `place`, an addition to the published interface.',
    }),
    place: responseText().optional(),
  }).nullable(),
  judgment: strictObject({
    outcome: oneOf(judgmentOutcomes),
    date: day().nullable().meta({ description: 'Null if it was not reported.' }),
    manner: oneOf(judgmentManners).optional(),
    withPrejudice: flag().optional(),
    amountCents: cents().optional(),
    costsCents: cents().optional(),
  })
    .nullable()
    .meta({
      description:
        'The judgment on record, as reported. Null again if the report of another hearing shows that it was vacated; it stays in the history.',
    }),
  withdrawal: strictObject({
    requestedAt: instant(),
    needsDismissal: flag().meta({
      description:
        'Whether the court case is still open: something was filed, and neither a judgment nor a recorded dismissal has ended it.',
    }),
    dismissedOn: day()
      .nullable()
      .meta({ description: 'The day on which the court case was dismissed, as reported by the attorney.' }),
  })
    .nullable()
    .meta({
      description:
        'A requested withdrawal, pending until the attorney confirms that all work has stopped. If something was filed, it remains set after that, because the court case must be dismissed separately.',
    }),
  cureReports: list(strictObject({ reportedAt: instant() })),
  service: list(
    strictObject({
      stage: oneOf(['notice', 'summons']),
      partyIndex: integer({ min: 0 }).nullable().meta({
        description: 'The index of the defendant in `parties`. Null if the attempt covers all defendants.',
      }),
      status: oneOf(['pending', 'served', 'failed']),
      method: serviceMethod,
      servedDate: day().nullable(),
    }),
  ).meta({ description: 'The attempts at service, oldest first. An addition to the published interface.' }),
});

const deadline = strictObject({
  id: id('deadline').optional().meta({ description: 'Only for a deadline that was added by hand.' }),
  name: responseText().meta({ description: 'For example `notice_expires` or `hearing`.' }),
  date: day(),
  citation: responseText().meta({ description: 'The source of the date.' }),
});

const packVersions = strictObject({
  jurisdiction: responseText(),
  rules: responseText(),
  notice: responseText().nullable(),
  filing: responseText().nullable(),
}).meta({ description: 'The rules under which the case was submitted. They never change.' });

const engagedAttorney = strictObject({
  name: responseText().nullable().meta({ description: 'Null once their account is erased.' }),
  licensedIn: responseText().nullable().meta({
    description: "The property's state. Null, like `barNumber`, while the attorney is not licensed there.",
  }),
  barNumber: responseText().nullable().meta({ description: "The attorney's bar number in that state." }),
});

/** The fields of a case, wherever one is shown. */
export const caseFields = {
  id: id('case'),
  mode,
  state,
  heldFrom: state.nullable().meta({ description: 'The state before the hold. Null if the case is not on hold.' }),
  ground,
  entryPoint,
  courtCaseNumber: responseText().nullable(),
  reference: responseText().nullable().meta({
    description: "The customer's own name for the case. See `PUT /v1/cases/{id}/reference`.",
  }),
  attorney: engagedAttorney.nullable().meta({
    description:
      'The attorney who has accepted the case. Null before that, even if an attorney has been asked, and after a decline.',
  }),
  packVersions: packVersions.nullable(),
  data: strictObject({ ...factFields, paymentAddress: paymentAddressField, progress }).meta({
    description: 'The facts as sent, and `progress`, which is read-only.',
  }),
  deadlines: list(deadline),
  documents: list(documentResponse),
  nextAction: strictObject({ by: oneOf(nextActors), description: responseText() }),
  createdAt: instant(),
  updatedAt: instant(),
};

const caseRecord = strictObject({
  ...caseFields,
  unread: flag().optional().meta({
    description:
      "True if others have changed or written something that the signed-in user hasn't seen; otherwise absent. Only in lists that are read with a session. See `POST /v1/cases/{id}/read`.",
  }),
});
export type Case = InferType<typeof caseRecord>;

export const caseExample: Case = {
  id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  mode: 'test',
  state: 'cure_period',
  heldFrom: null,
  ground: 'nonpayment',
  entryPoint: 'notice',
  courtCaseNumber: null,
  reference: 'UNIT-4B-2026-07',
  attorney: null,
  packVersions: { jurisdiction: 'zz', rules: '2026.1', notice: 'zz.notice.nonpayment.v1', filing: 'zz.complaint.v1' },
  data: {
    property: {
      line1: '12 Sandbox Way',
      city: 'Testville',
      state: 'ZZ',
      zip: '00001',
      ownerOfRecord: 'Sandbox Holdings LLC',
    },
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
    ],
    lease: { startDate: '2025-06-01', monthlyRentCents: 140000 },
    ledger: [{ date: '2026-06-01', type: 'charge', amountCents: 140000, memo: 'Rent June' }],
    amountOwedCents: 140000,
    attestations: exampleOf(createCaseBody).attestations,
    progress: {
      ledgerBalanceCents: 140000,
      clock: '2026-07-02T09:31:00.000Z',
      notice: { servedDate: '2026-07-02', method: 'personal', expires: '2026-07-10' },
      hearing: null,
      judgment: null,
      withdrawal: null,
      cureReports: [],
      service: [{ stage: 'notice', partyIndex: null, status: 'served', method: 'personal', servedDate: '2026-07-02' }],
    },
  },
  deadlines: [{ name: 'notice_expires', date: '2026-07-10', citation: 'ZZ Stat. § 12-201' }],
  documents: [exampleOf(documentResponse)],
  nextAction: {
    by: 'customer',
    description: 'The notice period runs through 2026-07-10. Report it if the tenant cures.',
  },
  createdAt: '2026-07-01T09:29:00.000Z',
  updatedAt: '2026-07-01T09:31:00.000Z',
};

/** A case, as every case endpoint returns it. */
export const caseResponse = component('Case', caseRecord, caseExample);

export const casePage = strictObject({ items: list(caseResponse), nextCursor });

export const submitResponse = strictObject({ case: caseResponse, gates: list(gateResult) });

/** The query of `GET /v1/cases`. A case is listed if it matches every filter. */
export const listCasesQuery = strictObject({
  state: list(state, { min: 1, max: states.length })
    .optional()
    .meta({ description: 'Only cases in this state. Repeat the parameter to list cases in any of several states.' }),
  ground: ground.optional().meta({ description: 'Only cases with this ground.' }),
  updatedSince: instant()
    .optional()
    .meta({ description: 'Only cases whose `updatedAt` is this time or later.', example: '2026-07-01T00:00:00Z' }),
  reference: text({ min: 1, max: 100 })
    .optional()
    .meta({ description: 'Only the case with exactly this reference. See `PUT /v1/cases/{id}/reference`.' }),
  q: text({ min: 1, max: 100 }).optional().meta({
    description:
      "Part of the property's address, a party's name (first or last name first), the court case number or your reference. Capitalization, accents and punctuation are ignored.",
    example: 'sandbox way',
  }),
  sort: oneOf(['createdAt', 'updatedAt']).optional().meta({
    description:
      '`createdAt` (the default): the newest case first. `updatedAt`: the most recently changed case first; cannot be combined with `q`.',
  }),
  ...pageQuery,
});

export type ListCasesQuery = InferType<typeof listCasesQuery>;
