import { bodyLimits } from '../limits.ts';
import {
  createCaseBody,
  setPaymentAddressBody,
  setReferenceBody,
  updateCaseBody,
  uploadDocumentBody,
} from '../schemas/case-input.ts';
import { caseResponse, casePage, listCasesQuery } from '../schemas/case.ts';
import { documentResponse } from '../schemas/document.ts';
import { eventList } from './events.ts';
import type { RouteRow } from './route.ts';

const customer = { auth: 'customer', tag: 'Cases' } as const;
const ofCase = { ...customer, params: { id: 'case' } } as const;

/** Cases, their documents and their history. */
export const caseRoutes = {
  createCase: {
    ...customer,
    endpoint: 'POST /v1/cases',
    summary: 'Create a draft case',
    description:
      "Creates a draft in the credential's mode. In live mode the property must be in a US state or DC. If the request is repeated " +
      'with its `Idempotency-Key` after the details of the case were erased, it returns 409 `erased` and creates nothing.',
    body: createCaseBody,
    bodyLimitBytes: bodyLimits.case,
    success: { status: 201, schema: caseResponse, description: 'The draft.' },
    errors: ['unsupported_state', 'erased'],
  },
  listCases: {
    ...customer,
    endpoint: 'GET /v1/cases',
    summary: 'List cases',
    description:
      "The organization's cases in the credential's mode. A page ends at `limit` cases, or earlier at 8 MB. " +
      'A case is listed if it matches every filter. A cursor is valid only with the filters and `sort` of its page, so send them again.',
    query: listCasesQuery,
    success: { status: 200, schema: casePage, description: 'One page of cases.' },
  },
  getCase: {
    ...ofCase,
    endpoint: 'GET /v1/cases/{id}',
    summary: 'Read a case',
    description: 'A case of another organization or mode returns 404, like one that does not exist.',
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['erased'],
  },
  readCase: {
    ...ofCase,
    auth: 'session',
    endpoint: 'POST /v1/cases/{id}/read',
    addition: true,
    summary: 'Mark a case as read',
    description:
      'The case is no longer `unread` for the signed-in user until something new happens. Requires a session, because an API key does not stand for a person. `Idempotency-Key` is ignored, because marking again changes nothing.',
    idempotent: 'ignored',
    success: { status: 204, schema: null, description: 'The case is marked as read.' },
    errors: ['erased'],
  },
  updateCase: {
    ...ofCase,
    endpoint: 'PATCH /v1/cases/{id}',
    summary: 'Change the facts of a draft',
    description:
      'Each field that is sent replaces the whole stored field. A field that was once sent can be replaced but not removed. Changing `ground` or `entryPoint` returns 422 with `details.field`.',
    body: updateCaseBody,
    bodyLimitBytes: bodyLimits.case,
    success: { status: 200, schema: caseResponse, description: 'The changed draft.' },
    errors: ['invalid_state', ['invalid_request', 422], 'unsupported_state', 'erased'],
  },
  setReference: {
    ...ofCase,
    endpoint: 'PUT /v1/cases/{id}/reference',
    addition: true,
    summary: 'Set a reference of your own',
    description:
      'Sets your own name for the case, by which you can find it again. Null removes it. Possible while the case is open, including drafts. If another case of the organization in the same mode has the reference, the response is 409 `invalid_state`. A change updates `updatedAt`.',
    body: setReferenceBody,
    success: { status: 200, schema: caseResponse, description: 'The case with its reference.' },
    errors: ['invalid_state', 'erased'],
  },
  setPaymentAddress: {
    ...ofCase,
    endpoint: 'PUT /v1/cases/{id}/payment-address',
    addition: true,
    summary: 'Set where rent is paid',
    description:
      'Sets the address that is printed on a notice for unpaid rent. Without an address, the notice shows a line `Pay at: ...` from `freeText`, if there is one. Null removes the address. Possible while the case is a draft.',
    body: setPaymentAddressBody,
    success: { status: 200, schema: caseResponse, description: 'The case with the address.' },
    errors: ['invalid_state', 'erased'],
  },
  deleteDraft: {
    ...ofCase,
    endpoint: 'DELETE /v1/cases/{id}',
    agents: 'forbidden',
    addition: true,
    summary: 'Delete a draft',
    description:
      'Withdraws a draft that was never submitted, and erases its details and files. From then on requests for it return 409 `erased`. A draft that was submitted before returns 409 `invalid_state`: withdraw it with `POST .../withdraw`.',
    success: { status: 204, schema: null, description: 'The draft is erased.' },
    errors: ['invalid_state', 'erased'],
  },
  uploadDocument: {
    ...ofCase,
    tag: 'Documents',
    endpoint: 'POST /v1/cases/{id}/documents',
    summary: 'Add evidence',
    description:
      'Send JSON with the content in base64. A file has at most 10 MB decoded. A test case has at most 200 documents with 50 MB in total, a live case 1,000 documents with 500 MB. Beyond that, the response is 413 `payload_too_large`. Possible while the case is a draft; files with the purpose `other` can be added to a live case until it is finished. A live case accepts only PDF, JPEG and PNG. Set `priorNotice` before you upload its notice.',
    body: uploadDocumentBody,
    bodyLimitBytes: bodyLimits.upload,
    contentField: 'contentBase64',
    success: { status: 201, schema: documentResponse, description: 'The document with the SHA-256 of its bytes.' },
    errors: ['invalid_state', 'prior_notice_missing', 'erased'],
  },
  downloadDocument: {
    ...ofCase,
    tag: 'Documents',
    params: { id: 'case', docId: 'document' },
    endpoint: 'GET /v1/cases/{id}/documents/{docId}',
    summary: 'Download a document',
    description: 'The bytes with their stored content type.',
    success: { status: 200, schema: 'bytes', description: 'The bytes of the document.' },
    errors: [['erased', 410]],
  },
  deleteDocument: {
    ...ofCase,
    tag: 'Documents',
    params: { id: 'case', docId: 'document' },
    endpoint: 'DELETE /v1/cases/{id}/documents/{docId}',
    addition: true,
    summary: 'Remove evidence from a draft',
    description:
      'You can no longer access the file. If the draft was submitted before, the file stays recorded for the attorney who may have reviewed it.',
    success: { status: 204, schema: null, description: 'The file is removed.' },
    errors: ['invalid_state', 'erased'],
  },
  listEvents: {
    ...ofCase,
    endpoint: 'GET /v1/cases/{id}/events',
    summary: 'List the history of a case',
    description: 'Every customer-visible event, oldest first.',
    success: { status: 200, schema: eventList, description: 'The events.' },
    errors: ['erased'],
  },
} as const satisfies Record<string, RouteRow>;
