import { documentPurposes, intakeDays } from '@evict/case-model';
import type { InferType } from 'yup';
import {
  base64,
  component,
  fileName,
  id,
  instant,
  integer,
  list,
  oneOf,
  responseText,
  strictObject,
  text,
} from '../fields.ts';
import { bodyLimits, maxIntakeBytes, maxIntakeFiles, maxIntakeFilesOfCase } from '../limits.ts';
import { caseResponse } from '../schemas/case.ts';
import { caseInputFields, createCaseBody } from '../schemas/case-input.ts';
import { contentHash, documentResponse } from '../schemas/document.ts';
import { nextCursor, pageQuery } from '../schemas/page.ts';
import { exampleOf } from '../shape.ts';
import type { RouteRow } from './route.ts';

/** The types of files that the inbox accepts. */
const intakeTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

const note = () => text({ min: 1, max: 500 });

const keptFields = {
  id: id('intakeFile'),
  filename: responseText(),
  purpose: oneOf(documentPurposes).nullable(),
  contentHash: contentHash(),
  expiresAt: instant().meta({ description: 'When it is deleted.' }),
};

const keptExample = {
  id: 'inf_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d',
  filename: 'lease.pdf',
  purpose: 'other',
  contentHash: exampleOf(documentResponse).contentHash,
  expiresAt: '2026-07-31T09:30:00.000Z',
} as const;

const kept = component('KeptFile', strictObject(keptFields), keptExample);

const intakeFile = component(
  'IntakeFile',
  strictObject({
    ...keptFields,
    note: responseText().nullable(),
    contentType: oneOf(intakeTypes),
    sizeBytes: integer({ min: 0 }),
    createdAt: instant(),
  }),
  {
    ...keptExample,
    note: 'Unit 3B',
    contentType: 'application/pdf',
    sizeBytes: 48_213,
    createdAt: '2026-07-01T09:30:00.000Z',
  },
);
export type IntakeFile = InferType<typeof intakeFile>;

const keepBody = component(
  'KeepFile',
  strictObject({
    filename: fileName(),
    purpose: oneOf(documentPurposes).optional().meta({ description: 'What it is for as evidence of its case.' }),
    note: note().optional(),
    contentBase64: base64().meta({ description: 'Standard base64 with padding; at most 10 MB decoded.' }),
  }),
  { filename: 'lease.pdf', purpose: 'other', note: 'Unit 3B', contentBase64: 'JVBERi0xLjQKJSVFT0YK' },
);

const beginCaseBody = component(
  'BeginCase',
  strictObject({
    ...caseInputFields,
    intakeFileIds: list(id('intakeFile'), { max: maxIntakeFilesOfCase })
      .optional()
      .meta({ description: 'PDF, JPEG and PNG files of the inbox that become evidence.' }),
  }),
  { ...exampleOf(createCaseBody), intakeFileIds: [keptExample.id] },
);

const inbox = { auth: 'customer', tag: 'Inbox', addition: true } as const;
const ofFile = { ...inbox, params: { id: 'intakeFile' } } as const;

/** Files that wait for a case, and the draft that is started with them. */
export const intakeRoutes = {
  keepFile: {
    ...inbox,
    endpoint: 'POST /v1/intake/files',
    summary: 'Store a file for a later case',
    description: `A PDF, JPEG, PNG, CSV or XLSX file of at most 10 MB, by its content. It is stored for ${intakeDays} days and then deleted. An organization keeps at most ${maxIntakeFiles} files in a mode, with ${maxIntakeBytes.test / 1024 ** 2} MB in test mode and ${maxIntakeBytes.live / 1024 ** 2} MB in live mode: one more is 409 \`invalid_state\`.`,
    body: keepBody,
    bodyLimitBytes: bodyLimits.upload,
    contentField: 'contentBase64',
    success: { status: 201, schema: kept, description: 'The file with the SHA-256 of its bytes.' },
    errors: ['invalid_state', 'erased'],
  },
  listIntakeFiles: {
    ...inbox,
    endpoint: 'GET /v1/intake/files',
    summary: 'List the inbox',
    description: "The organization's files in the credential's mode, newest first.",
    query: strictObject(pageQuery),
    success: { status: 200, schema: strictObject({ items: list(intakeFile), nextCursor }), description: 'One page.' },
  },
  downloadIntakeFile: {
    ...ofFile,
    endpoint: 'GET /v1/intake/files/{id}/content',
    summary: 'Download a file of the inbox',
    description: 'The bytes with their content type.',
    success: { status: 200, schema: 'bytes', types: intakeTypes, description: 'The bytes of the file.' },
  },
  deleteIntakeFile: {
    ...ofFile,
    endpoint: 'DELETE /v1/intake/files/{id}',
    summary: 'Remove a file of the inbox',
    description: 'Its bytes are deleted at once.',
    success: { status: 204, schema: null, description: 'The file is removed.' },
  },
  beginCase: {
    ...inbox,
    endpoint: 'POST /v1/intake/cases',
    summary: 'Begin a case with files of the inbox',
    description:
      'As `POST /v1/cases`. The files become evidence of the draft, each for its purpose or `other`, and leave the inbox, all in one step. If two requests use the same file, only one succeeds. 400 names every file that is not in the inbox, and every CSV or XLSX file, because their contents belong in `ledger`.',
    body: beginCaseBody,
    bodyLimitBytes: bodyLimits.case,
    success: { status: 201, schema: caseResponse, description: 'The draft with its evidence.' },
    errors: ['unsupported_state', 'prior_notice_missing', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;
