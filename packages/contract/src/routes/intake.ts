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
  expiresAt: instant().meta({ description: 'When the file is deleted.' }),
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
    purpose: oneOf(documentPurposes)
      .optional()
      .meta({ description: 'The purpose of the file as evidence in a later case.' }),
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
      .meta({ description: 'The ids of PDF, JPEG and PNG files in the inbox that become evidence of the case.' }),
  }),
  { ...exampleOf(createCaseBody), intakeFileIds: [keptExample.id] },
);

const inbox = { auth: 'customer', tag: 'Inbox', addition: true } as const;
const ofFile = { ...inbox, params: { id: 'intakeFile' } } as const;

/** Files that are stored for a later case, and the draft that begins with them. */
export const intakeRoutes = {
  keepFile: {
    ...inbox,
    endpoint: 'POST /v1/intake/files',
    summary: 'Store a file for a later case',
    description: `Stores a PDF, JPEG, PNG, CSV or XLSX file of at most 10 MB, recognized by its content. It is deleted after ${intakeDays} days. An organization can store at most ${maxIntakeFiles} files per mode, and ${maxIntakeBytes.test / 1024 ** 2} MB in test mode or ${maxIntakeBytes.live / 1024 ** 2} MB in live mode. Beyond that, the response is 409 \`invalid_state\`.`,
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
    success: {
      status: 200,
      schema: strictObject({ items: list(intakeFile), nextCursor }),
      description: 'One page of files.',
    },
  },
  downloadIntakeFile: {
    ...ofFile,
    endpoint: 'GET /v1/intake/files/{id}/content',
    summary: 'Download an inbox file',
    description: 'The bytes with their content type.',
    success: { status: 200, schema: 'bytes', types: intakeTypes, description: 'The bytes of the file.' },
  },
  deleteIntakeFile: {
    ...ofFile,
    endpoint: 'DELETE /v1/intake/files/{id}',
    summary: 'Remove an inbox file',
    description: 'Its bytes are deleted at once.',
    success: { status: 204, schema: null, description: 'The file is removed.' },
  },
  beginCase: {
    ...inbox,
    endpoint: 'POST /v1/intake/cases',
    summary: 'Begin a case with files from the inbox',
    description:
      'Works like `POST /v1/cases`, and in the same step moves the files from the inbox to the draft as evidence. A file without a purpose gets `other`. If two requests use the same file, only one succeeds. A 400 has an issue for every file that is not in the inbox, and for every CSV or XLSX file, because its contents belong in `ledger`.',
    body: beginCaseBody,
    bodyLimitBytes: bodyLimits.case,
    success: { status: 201, schema: caseResponse, description: 'The draft with its evidence.' },
    errors: ['unsupported_state', 'prior_notice_missing', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;
