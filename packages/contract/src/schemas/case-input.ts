import {
  type AttestationName,
  attestationTexts,
  attestationVersion,
  documentPurposes,
  ledgerTypes,
  partyRoles,
  servicememberAnswers,
  type CaseFacts,
} from '@evict/case-model';
import type { InferType } from 'yup';
import {
  base64,
  cents,
  component,
  day,
  fileName,
  flag,
  integer,
  list,
  oneOf,
  patternText,
  strictObject,
  text,
} from '../fields.ts';
import { entryPoint, ground, noticeMethod } from './enumerations.ts';

export const stateCode = patternText(/^[A-Za-z]{2}$/u, 'Must be a two-letter state code.');

const property = strictObject({
  line1: text({ min: 1, max: 200 }),
  unit: text({ min: 1, max: 50 }).optional(),
  city: text({ min: 1, max: 100 }),
  county: text({ min: 1, max: 100 }).optional(),
  state: stateCode.meta({ description: 'A two-letter code; `ZZ` is the sandbox jurisdiction.' }),
  zip: patternText(/^[0-9]{5}(-[0-9]{4})?$/u, 'Must be a ZIP code: 12345 or 12345-6789.'),
  ownerOfRecord: text({ min: 1, max: 200 }),
});

const party = strictObject({
  role: oneOf(partyRoles),
  name: text({ min: 1, max: 200 }),
  isEntity: flag().optional(),
});

const lease = strictObject({
  startDate: day().optional(),
  endDate: day().optional(),
  monthlyRentCents: cents().optional(),
});

const ledgerEntry = strictObject({
  date: day(),
  type: oneOf(ledgerTypes),
  amountCents: cents(),
  memo: text({ min: 1, max: 500 }).optional(),
});

const violation = strictObject({
  description: text({ min: 1, max: 5000 }),
  date: day(),
});

const attested = attestationTexts[attestationVersion];
const attestation = (name: AttestationName) => ({ description: `Attests to: "${attested[name]}"` });

export const attestations = strictObject({
  authority: flag().optional().meta(attestation('authority')),
  notRetaliatory: flag().optional().meta(attestation('notRetaliatory')),
  notDiscriminatory: flag().optional().meta(attestation('notDiscriminatory')),
  caresCovered: flag().optional().meta(attestation('caresCovered')),
  subsidized: flag().optional().meta(attestation('subsidized')),
  servicemember: oneOf(servicememberAnswers).optional().meta(attestation('servicemember')),
});

const priorNotice = strictObject({
  servedDate: day(),
  method: noticeMethod,
  periodDays: integer({ min: 1, max: 365 }),
});

/** The facts without ground and entry point, which are top-level fields of a case and never change. */
export const factFields = {
  property,
  parties: list(party, { max: 20 }),
  lease: lease.optional(),
  ledger: list(ledgerEntry, { max: 1000 }).optional(),
  amountOwedCents: cents().optional(),
  violation: violation.optional(),
  attestations,
  priorNotice: priorNotice.optional(),
  freeText: text({ max: 5000 }).optional(),
};

/** The fields of a new case. */
export const caseInputFields = { ground, entryPoint, ...factFields };
const caseInput = strictObject(caseInputFields);

/** Body of `POST /v1/cases`. */
export const createCaseBody = component('CreateCase', caseInput, {
  ground: 'nonpayment',
  entryPoint: 'notice',
  property: {
    line1: '12 Sandbox Way',
    unit: '3B',
    city: 'Testville',
    county: 'Example',
    state: 'ZZ',
    zip: '00001',
    ownerOfRecord: 'Sandbox Holdings LLC',
  },
  parties: [
    { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
    { role: 'defendant', name: 'Terry Example' },
  ],
  lease: { startDate: '2025-06-01', endDate: '2027-05-31', monthlyRentCents: 140000 },
  ledger: [
    { date: '2026-05-01', type: 'charge', amountCents: 140000, memo: 'Rent May' },
    { date: '2026-05-04', type: 'payment', amountCents: 90000 },
    { date: '2026-06-01', type: 'charge', amountCents: 140000, memo: 'Rent June' },
  ],
  amountOwedCents: 190000,
  attestations: {
    authority: true,
    notRetaliatory: true,
    notDiscriminatory: true,
    caresCovered: false,
    subsidized: false,
    servicemember: 'no',
  },
});
export type CreateCaseBody = InferType<typeof createCaseBody>;

/**
 * The body of `PATCH /v1/cases/{id}`. Each field that is sent replaces the stored one. Ground and entry point are
 * accepted here because the handler refuses a change of them with 422 and `details.field`, not with 400.
 */
export const updateCaseBody = component('UpdateCase', caseInput.partial(), {
  amountOwedCents: 140000,
  attestations: { authority: true, notRetaliatory: true, notDiscriminatory: true, subsidized: false },
});
export type UpdateCaseBody = InferType<typeof updateCaseBody>;

/** Body of `PUT /v1/cases/{id}/reference`. */
export const setReferenceBody = component(
  'SetReference',
  strictObject({
    reference: text({ min: 1, max: 100 })
      .nullable()
      .meta({ description: 'Your own name for the case, which is compared exactly. Null removes it.' }),
  }),
  { reference: 'UNIT-4B-2026-07' },
);

const paymentAddress = text({ min: 1, max: 300 });

/** Where rent is paid. It is a fact of a case, but it has its own endpoint and isn't part of the case input. */
export const paymentAddressField = paymentAddress.optional().meta({
  description: 'Where rent is paid. It is printed on a notice for unpaid rent. An addition to the published interface.',
});

/** Body of `PUT /v1/cases/{id}/payment-address`. */
export const setPaymentAddressBody = component(
  'SetPaymentAddress',
  strictObject({ paymentAddress: paymentAddress.nullable().meta({ description: 'Null removes it.' }) }),
  { paymentAddress: '4 Office Street, Testville' },
);

/** Body of `POST /v1/cases/{id}/documents`. */
export const uploadDocumentBody = component(
  'UploadDocument',
  strictObject({
    filename: fileName(),
    purpose: oneOf(documentPurposes),
    contentBase64: base64().meta({ description: 'Standard base64 with padding; at most 10 MB decoded.' }),
  }),
  { filename: 'management-agreement.pdf', purpose: 'authority', contentBase64: 'JVBERi0xLjQKJSVFT0YK' },
);

/** Compiles only if the schema and the case model accept the same values, in both directions. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
true satisfies Same<CreateCaseBody, CaseFacts>;
