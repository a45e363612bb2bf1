import {
  anything,
  component,
  flag,
  id,
  instant,
  integer,
  list,
  oneOf,
  responseText,
  strictObject,
  text,
} from '../fields.ts';
import { bodyLimits, maxImportRowBytes, maxImportRows } from '../limits.ts';
import { caseInputFields, createCaseBody } from '../schemas/case-input.ts';
import { gateResults } from '../schemas/gates.ts';
import { nextCursor, pageQuery } from '../schemas/page.ts';
import { exampleOf } from '../shape.ts';
import type { RouteRow } from './route.ts';

/** A row of an import: a case with the customer's reference. */
export const importRow = component(
  'CaseImportRow',
  strictObject({ ...caseInputFields, reference: text({ min: 1, max: 100 }) }),
  { ...exampleOf(createCaseBody), reference: 'UNIT-4B' },
);

const createImportBody = component(
  'CreateCaseImport',
  strictObject({
    rows: list(anything(), { min: 1, max: maxImportRows }).meta({
      description:
        'Each row has to be a `CaseImportRow`. A row that is not one gets the result `invalid` and does not affect the others.',
    }),
    dryRun: flag()
      .optional()
      .meta({ description: 'Returns the result that each row would have, and changes nothing.' }),
  }),
  { rows: [{ ...exampleOf(createCaseBody), reference: 'UNIT-4B' }], dryRun: false },
);

const rowStatuses = ['created', 'updated', 'unchanged', 'invalid'] as const;
const count = () => integer({ min: 0, max: maxImportRows });
const status = oneOf(['running', 'done', 'failed']);

const started = component('StartedCaseImport', strictObject({ id: id('caseImport'), status }), {
  id: 'imp_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d',
  status: 'running',
});

const caseImport = component(
  'CaseImport',
  strictObject({
    id: id('caseImport'),
    status,
    counts: strictObject({
      rows: count(),
      created: count(),
      updated: count(),
      unchanged: count(),
      invalid: count(),
    }),
    startedAt: instant(),
    finishedAt: instant().nullable(),
  }),
  {
    ...exampleOf(started),
    counts: { rows: 2, created: 1, updated: 0, unchanged: 0, invalid: 1 },
    startedAt: '2026-07-01T09:29:00.000Z',
    finishedAt: '2026-07-01T09:29:03.000Z',
  },
);

const row = component(
  'ImportedCase',
  strictObject({
    row: integer({ min: 1, max: maxImportRows }).meta({ description: 'Its position in `rows`, starting at 1.' }),
    reference: responseText().nullable(),
    status: oneOf(rowStatuses),
    caseId: id('case').nullable(),
    issues: list(strictObject({ path: responseText(), code: responseText(), message: responseText() })),
    gates: gateResults
      .nullable()
      .meta({ description: 'The gates of the draft as it is now. Null for an invalid row.' }),
  }),
  {
    row: 1,
    reference: 'UNIT-4B',
    status: 'created',
    caseId: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    issues: [],
    gates: exampleOf(gateResults),
  },
);

const rowsQuery = strictObject({ ...pageQuery, status: oneOf(rowStatuses).optional() });

const ofImports = { auth: 'customer', tag: 'Cases', addition: true } as const;

/** Routes that import many drafts at once. */
export const caseImportRoutes = {
  createCaseImport: {
    ...ofImports,
    endpoint: 'POST /v1/case-imports',
    agents: 'forbidden',
    summary: 'Import cases',
    description: `Creates a draft from each row, or updates the draft with the same \`reference\`, so importing the same rows again creates no duplicates. An updated draft keeps the fields that its row leaves out. An import has at most ${maxImportRows} rows of up to 3 MB each, and 20 MB in total. While two imports of the organization are running in the mode, the response is 409 \`invalid_state\`. The result is kept for 7 days, or after a dry run until the next import.`,
    body: createImportBody,
    bodyLimitBytes: bodyLimits.caseImport,
    rows: { field: 'rows', most: maxImportRows, mostBytes: maxImportRowBytes },
    success: {
      status: 202,
      schema: started,
      description: 'The rows are stored and will be processed one after the other.',
    },
    errors: ['invalid_state'],
  },
  getCaseImport: {
    ...ofImports,
    params: { id: 'caseImport' },
    endpoint: 'GET /v1/case-imports/{id}',
    summary: 'Read an import',
    description:
      'The progress of the import. `failed` means that it could not be finished within an hour: send it again.',
    success: { status: 200, schema: caseImport, description: 'The import.' },
  },
  listCaseImportRows: {
    ...ofImports,
    params: { id: 'caseImport' },
    endpoint: 'GET /v1/case-imports/{id}/rows',
    summary: 'List the rows of an import',
    description:
      'The result of each row that has been processed, in the order of the rows. A cursor is valid only with its `status`.',
    query: rowsQuery,
    success: { status: 200, schema: strictObject({ items: list(row), nextCursor }), description: 'One page of rows.' },
  },
} as const satisfies Record<string, RouteRow>;
