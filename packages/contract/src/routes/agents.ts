import { documentPurposes } from '@evict/case-model';
import type { InferType } from 'yup';
import { component, fileName, id, instant, oneOf, responseText, strictObject } from '../fields.ts';
import { maxDocumentBytes } from '../limits.ts';
import { attestations, createCaseBody } from '../schemas/case-input.ts';
import { documentResponse } from '../schemas/document.ts';
import { exampleOf } from '../shape.ts';
import type { RouteRow } from './route.ts';

const confirmedActions = ['submit', 'withdraw', 'report_cure', 'pay'] as const;

const confirmation = component(
  'Confirmation',
  strictObject({
    id: id('confirmation'),
    caseId: id('case'),
    action: oneOf(confirmedActions),
    chargeId: id('charge').nullable().meta({ description: 'The charge to pay. Null for the other actions.' }),
    status: oneOf(['pending', 'confirmed', 'used', 'void', 'expired']).meta({
      description: '`void`: the case has changed since the confirmation was requested or given.',
    }),
    askedBy: strictObject({ id: id('apiKey'), name: responseText().nullable() }),
    createdAt: instant(),
    expiresAt: instant(),
    confirmedBy: strictObject({ id: id('user'), name: responseText().nullable() }).nullable(),
    confirmedAt: instant().nullable(),
  }),
  {
    id: 'cnf_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    action: 'submit',
    chargeId: null,
    status: 'pending',
    askedBy: { id: 'key_3c2b1a09-8f7e-4d6c-9b5a-4e3d2c1b0a99', name: 'Assistant' },
    createdAt: '2026-07-01T09:29:00.000Z',
    expiresAt: '2026-07-02T09:29:00.000Z',
    confirmedBy: null,
    confirmedAt: null,
  },
);
export type Confirmation = InferType<typeof confirmation>;

const confirmBody = component(
  'Confirm',
  strictObject({
    attestations: attestations
      .optional()
      .meta({ description: 'For the action `submit`: the attestations of the person who confirms.' }),
  }),
  { attestations: exampleOf(createCaseBody).attestations },
);

const createUploadBody = component(
  'CreateUpload',
  strictObject({ caseId: id('case'), purpose: oneOf(documentPurposes), filename: fileName() }),
  { caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11', purpose: 'authority', filename: 'management-agreement.pdf' },
);

const uploadLink = component(
  'UploadLink',
  strictObject({
    url: responseText().meta({
      format: 'uri',
      description: 'Accepts one PUT with the bytes. In a browser, it shows a page for the upload.',
    }),
    expiresAt: instant(),
  }),
  {
    url: 'https://evictions.example.com/v1/uploads/upl_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d',
    expiresAt: '2026-07-01T09:44:00.000Z',
  },
);

/** Operations for agents, and for the people who confirm their actions. */
export const agentRoutes = {
  getConfirmation: {
    auth: 'customer',
    tag: 'Case actions',
    addition: true,
    params: { id: 'confirmation' },
    endpoint: 'GET /v1/confirmations/{id}',
    summary: 'Read what a person is asked to confirm',
    description:
      'An agent requests a confirmation by trying the action: the response is 409 `confirmation_required` with the id of the confirmation in `details`.',
    success: { status: 200, schema: confirmation, description: 'The confirmation and its status.' },
  },
  confirmAction: {
    auth: 'session',
    tag: 'Case actions',
    addition: true,
    params: { id: 'confirmation' },
    endpoint: 'POST /v1/confirmations/{id}/confirm',
    summary: 'Confirm what an agent asks for',
    description:
      'A signed-in member confirms once, within 24 hours. The agent can then act once. For the action `submit`, the attestations given here replace those of the draft, and every gate has to pass. Returns 409 `invalid_state` if the case has changed since the agent asked.',
    body: confirmBody,
    bodyIsOptional: true,
    success: { status: 200, schema: confirmation, description: 'The confirmation.' },
    errors: ['invalid_state', 'gates_failed'],
  },
  createUpload: {
    auth: 'customer',
    tag: 'Documents',
    addition: true,
    endpoint: 'POST /v1/uploads',
    summary: 'Get a link to upload a file',
    description:
      'For evidence that the caller cannot send itself, such as a file that only a user has. Anyone who has the link can upload one file within 15 minutes, with the same checks as `POST /v1/cases/{id}/documents`. The link ends together with the credential that created it.',
    body: createUploadBody,
    success: { status: 201, schema: uploadLink, description: 'The link is shown only here.' },
    errors: ['not_found', 'invalid_state', 'erased'],
    idempotent: 'ignored',
  },
  putUpload: {
    auth: 'none',
    gateway: 'customer',
    tag: 'Documents',
    addition: true,
    params: { link: 'uploadLink' },
    addressLimit: 'uploadByLink',
    endpoint: 'PUT /v1/uploads/{link}',
    summary: 'Upload a file to a link',
    description:
      'Send the unchanged bytes, with any content type, at most 10 MB. The link works once, but a refused upload can be repeated.',
    rawBody: true,
    bodyLimitBytes: maxDocumentBytes,
    success: { status: 201, schema: documentResponse, description: 'The document with the SHA-256 of its bytes.' },
    errors: ['invalid_state', 'prior_notice_missing'],
  },
} as const satisfies Record<string, RouteRow>;
