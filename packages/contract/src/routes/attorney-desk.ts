import { attachmentKinds, documentKinds } from '@evict/case-model';
import {
  base64,
  component,
  fileName,
  flag,
  id,
  integer,
  list,
  oneOf,
  patternText,
  responseText,
  strictObject,
  text,
} from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import type { RouteRow } from './route.ts';
import { caseResponse } from '../schemas/case.ts';
import { documentResponse } from '../schemas/document.ts';
import { noteList, noteResponse } from './notes-and-charges.ts';

/** The attorney to whom a token belongs, as registered by the operators. */
const attorneyProfile = component(
  'Attorney',
  strictObject({
    id: id('user'),
    name: responseText().nullable(),
    email: responseText(),
    barNumber: responseText().nullable().meta({ description: 'The first bar number on record.' }),
    states: list(responseText()).meta({ description: 'The licensed states, as two-letter codes.' }),
    licenses: list(strictObject({ state: responseText(), barNumber: responseText() })).meta({
      description: 'The bar number in each of these states.',
    }),
    asksFirst: flag().meta({
      description:
        'Whether a newly assigned case waits until the attorney accepts it. Set with `PATCH /v1/attorney/me`.',
    }),
    verified: flag().meta({
      description: 'Set by the operators. An attorney who is not verified cannot work on cases.',
    }),
  }),
  {
    id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
    name: 'Avery Counsel',
    email: 'avery@example.com',
    barNumber: '1234567890',
    states: ['MD', 'VA'],
    licenses: [
      { state: 'MD', barNumber: '1234567890' },
      { state: 'VA', barNumber: '99812' },
    ],
    asksFirst: false,
    verified: true,
  },
);

/** What an approval has to contain. */
const reviewRequirements = component(
  'ReviewRequirements',
  strictObject({
    stage: oneOf(['notice', 'filing']).nullable().meta({ description: 'Null while the case is not under review.' }),
    documents: list(
      strictObject({
        id: id('document'),
        kind: oneOf(documentKinds),
        filename: responseText(),
        contentHash: patternText(/^[0-9a-f]{64}$/u, 'Must be a SHA-256 in lower-case hex.'),
      }),
    ).meta({
      description:
        'The case summary, then the papers attached for the stage. Empty while the summary is being created; an approval is not possible before it is ready.',
    }),
    signing: strictObject({
      revision: integer({ min: 1 }).meta({
        description: 'The revision of the documents, as printed in the case summary.',
      }),
      challenge: responseText().meta({
        description: 'What a passkey signs to approve exactly these documents, in base64url.',
      }),
      rpId: responseText(),
      credentials: list(strictObject({ id: responseText(), transports: list(responseText()) })),
    })
      .optional()
      .meta({ description: 'Only for an attorney with a passkey: the options for `navigator.credentials.get`.' }),
  }),
  {
    stage: 'notice',
    documents: [
      {
        id: 'doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
        kind: 'evidence',
        filename: 'case-summary.pdf',
        contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      },
    ],
  },
);

const createNoteBody = component('CreateAttorneyNote', strictObject({ body: text({ min: 1, max: 5000 }) }), {
  body: 'Please upload the current ledger before the hearing.',
});

const attachDocumentBody = component(
  'AttachDocument',
  strictObject({
    kind: oneOf(attachmentKinds).meta({
      description:
        'A `notice` or `filing` is reviewed with the other documents of its stage. A `proof` shows what was served or filed, or how.',
    }),
    filename: fileName(),
    contentBase64: base64().meta({ description: 'Standard base64 with padding; at most 10 MB decoded.' }),
    replaces: text({ min: 1, max: 64 })
      .optional()
      .meta({ description: 'The id of an attached document of the same kind that this one replaces.' }),
  }),
  { kind: 'notice', filename: 'notice-to-quit.pdf', contentBase64: 'JVBERi0xLjQKJSVFT0YK' },
);

const attorneySettings = component('AttorneySettings', strictObject({ asksFirst: flag() }), { asksFirst: true });

const attorney = {
  auth: 'attorney',
  tag: 'Attorneys',
  addition: true,
} as const;
const ofCase = { ...attorney, params: { id: 'case' } } as const;

/** What attorneys read and write apart from their reviews and reports. */
export const attorneyDeskRoutes = {
  getAttorney: {
    ...attorney,
    endpoint: 'GET /v1/attorney/me',
    summary: 'Read the attorney to whom the token belongs',
    description: 'The attorney with their licenses, as the operators have them on record.',
    success: { status: 200, schema: attorneyProfile, description: 'The attorney.' },
  },
  updateAttorney: {
    ...attorney,
    endpoint: 'PATCH /v1/attorney/me',
    summary: 'Set whether cases wait for your acceptance',
    description:
      'With `asksFirst`, a case that is assigned from now on waits in `attorney_assigned` until the attorney accepts it. Without it, the platform opens the case at once and records that no conflict check is on file.',
    body: attorneySettings,
    success: { status: 200, schema: attorneyProfile, description: 'The attorney.' },
  },
  acceptCase: {
    ...ofCase,
    endpoint: 'POST /v1/attorney/cases/{id}/accept',
    summary: 'Accept a case',
    description:
      'By accepting, the attorney states that they have checked for conflicts of interest. The statement, the attorney and the time are stored in the audit trail, and the customer sees the name and license of the attorney. A case in `attorney_assigned` moves on to its review. To decline instead, send the review `reject`. Until the attorney does one or the other, every other report returns 409 `guard_failed`. A case that is already accepted, or whose withdrawal is pending, returns 409 `invalid_transition`.',
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'invalid_transition'],
  },
  getReviewRequirements: {
    ...ofCase,
    endpoint: 'GET /v1/attorney/cases/{id}/review',
    summary: 'Read what an approval has to contain',
    description:
      'The documents of the stage under review, or of an amended complaint. An approval that contains the `contentHash` of each document is accepted as long as the documents do not change. New evidence or a new paper changes them. Each read is recorded in the audit trail.',
    success: { status: 200, schema: reviewRequirements, description: 'The stage and its documents.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed'],
  },
  listAttorneyNotes: {
    ...ofCase,
    endpoint: 'GET /v1/attorney/cases/{id}/notes',
    summary: 'List the notes of a case',
    description: "The customer's and the service's messages, oldest first. Each read is recorded in the audit trail.",
    success: { status: 200, schema: noteList, description: 'The notes.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed'],
  },
  createAttorneyNote: {
    ...ofCase,
    endpoint: 'POST /v1/attorney/cases/{id}/notes',
    summary: 'Write a note to the customer',
    description:
      'A message from the author `service`. The customer is notified by email. Possible in every state of the case, even after its end. At most 20 in 10 minutes per attorney.',
    body: createNoteBody,
    success: { status: 201, schema: noteResponse, description: 'The note.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed'],
  },
  attachDocument: {
    ...ofCase,
    endpoint: 'POST /v1/attorney/cases/{id}/documents',
    summary: 'Attach a paper or a proof',
    description:
      'Send JSON with the content in base64: a PDF, JPEG or PNG of at most 10 MB. A notice can be attached until it is sent out. A filing can be attached until it is filed, and again after the court has returned it. From acceptance until judgment, an attached filing is an amended complaint, in addition to what was filed. A proof can be attached to any case that is neither a draft nor finished. An approval has to cover every attached notice or filing, so attaching one voids an earlier approval and returns the case to review. If `replaces` is not the id of an attached document of the same kind, the response is 400 with the issue `not_attached`. At most 60 a minute per attorney.',
    body: attachDocumentBody,
    bodyLimitBytes: bodyLimits.upload,
    contentField: 'contentBase64',
    success: { status: 201, schema: documentResponse, description: 'The document with the SHA-256 of its bytes.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition'],
  },
} as const satisfies Record<string, RouteRow>;
