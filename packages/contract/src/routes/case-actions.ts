import { caseResponse, submitResponse } from '../schemas/case.ts';
import { gateResults } from '../schemas/gates.ts';
import type { RouteRow } from './route.ts';

const action = {
  params: { id: 'case' },
  auth: 'customer',
  tag: 'Case actions',
} as const;

/** What customers can do with a case. None of these operations takes a body. */
export const caseActionRoutes = {
  validateCase: {
    ...action,
    endpoint: 'POST /v1/cases/{id}/validate',
    scope: 'read',
    summary: 'Check a case against its gates',
    description: 'Changes nothing. For a submitted case, it returns the results from the time of its submission.',
    success: { status: 200, schema: gateResults, description: 'The results of the gates.' },
    errors: ['erased'],
  },
  submitCase: {
    ...action,
    endpoint: 'POST /v1/cases/{id}/submit',
    scope: 'submit',
    agents: 'confirmed',
    summary: 'Submit a draft',
    description:
      'All gates must pass. A test case goes straight to sandbox review. For a live case the platform fee becomes due and an attorney is engaged.',
    success: { status: 200, schema: submitResponse, description: 'The case and the results of its gates.' },
    errors: ['gates_failed', 'documents_unavailable', 'invalid_transition', 'erased'],
  },
  advanceCase: {
    ...action,
    endpoint: 'POST /v1/cases/{id}/advance',
    summary: 'Advance a test case by one step',
    description:
      "Takes the next step of the case, on the case's own clock. If that step is already being taken, the case is returned unchanged. If the step has failed, the response is 409 `nothing_to_advance`, and the step is retried automatically at `details.retryAt`. At most 60 a minute per organization.",
    success: { status: 200, schema: caseResponse, description: 'The case after the step.' },
    errors: ['sandbox_only', 'nothing_to_advance', 'erased'],
  },
  reportCure: {
    ...action,
    endpoint: 'POST /v1/cases/{id}/report-cure',
    agents: 'confirmed',
    summary: 'Report a cure by the tenant',
    description:
      'For a live case, the report is recorded and passed to the attorney, but does not close the case. At most 20 in 10 minutes per case.',
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['invalid_transition', 'erased'],
  },
  withdrawCase: {
    ...action,
    endpoint: 'POST /v1/cases/{id}/withdraw',
    agents: 'confirmed',
    summary: 'Withdraw a case',
    description:
      'The case is withdrawn at once, unless an attorney is engaged or work of an earlier attorney is unfinished. Then it is put on hold until the attorney or the operators confirm that all work has stopped.',
    success: { status: 200, schema: caseResponse, description: 'The case, withdrawn or on hold.' },
    errors: ['invalid_transition', 'erased'],
  },
} as const satisfies Record<string, RouteRow>;
