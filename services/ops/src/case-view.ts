import type { RecordedDeadline } from '@evict/case-model';
import type { OperatorCaseFile } from '@evict/store/cases';
import { pairs, printable, table } from './output.ts';

export type CaseView = ReturnType<typeof presentCase>;

/** A case as operators see it; with tenant data only on request. */
export function presentCase(file: OperatorCaseFile, { withTenantData }: { withTenantData: boolean }) {
  const { attorney, documents, serviceAttempts, filings, charges, events } = file;
  return {
    id: file.id,
    organizationId: file.organizationId,
    mode: file.mode,
    state: file.state,
    heldFrom: file.heldFrom,
    ground: file.ground,
    entryPoint: file.entryPoint,
    jurisdiction: file.jurisdiction,
    nextAction: file.nextAction,
    attorney,
    attention: file.attention,
    failedStep: file.failedStep,
    retryAt: file.retryAt,
    deadlines: (file.deadlines as unknown as RecordedDeadline[]).map((one) =>
      withTenantData || one.id === undefined ? one : { id: one.id, name: 'reported', date: one.date, citation: '' },
    ),
    legalHold: file.legalHold,
    erasedAt: file.erasedAt,
    clock: file.clock,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    documents: documents.map(
      ({ id, kind, specId, purpose, contentHash, contentType, sizeBytes, superseded, ...rest }) => ({
        id,
        kind,
        specId,
        purpose,
        contentHash,
        contentType,
        sizeBytes,
        superseded,
        createdAt: rest.createdAt,
        ...(withTenantData && { filename: rest.filename }),
      }),
    ),
    serviceAttempts: serviceAttempts.map(({ id, stage, method, status, servedDate, createdAt, failureReason }) => ({
      id,
      stage,
      method,
      status,
      servedDate,
      createdAt,
      ...(withTenantData && { failureReason }),
    })),
    filings: filings.map(({ id, status, createdAt, rejectionReasons, envelopeId, courtCaseNumber }) => ({
      id,
      status,
      rejectionCodes: codesOf(rejectionReasons),
      createdAt,
      ...(withTenantData && { envelopeId, courtCaseNumber, rejectionReasons }),
    })),
    charges: charges.map(({ id, state, amountCents, currency, createdAt, refundRequestedAt }) => ({
      id,
      state,
      amountCents,
      currency,
      createdAt,
      refundRequestedAt,
    })),
    events: events.map(({ id, sequence, action, actorType, fromState, toState, internal, createdAt, detail }) => ({
      id,
      sequence,
      action,
      actorType,
      fromState,
      toState,
      internal,
      createdAt,
      detail: withTenantData ? detail : withoutTexts(action, detail),
    })),
    ...(withTenantData && {
      facts: file.facts,
      progress: file.progress,
      courtCaseNumber: file.courtCaseNumber,
      reference: file.reference,
      gates: file.gates,
      notes: file.notes.map(({ id, writtenBy, body, createdAt }) => ({ id, writtenBy, body, createdAt })),
    }),
  };
}

/** For people: the case, and a table of each of its parts that is not empty. */
export function printCase(file: CaseView): string {
  const { attorney, nextAction, deadlines, documents, serviceAttempts, filings, charges, events } = file;
  const parts: [string, string[], unknown[][]][] = [
    ['Deadlines', ['NAME', 'DATE', 'CITATION'], deadlines.map(({ name, date, citation }) => [name, date, citation])],
    [
      'Documents',
      ['ID', 'KIND', 'SPEC OR PURPOSE', 'SHA-256', 'CURRENT', ...(file.facts === undefined ? [] : ['FILENAME'])],
      documents.map((one) => [
        one.id,
        one.kind,
        one.specId ?? one.purpose,
        one.contentHash,
        one.superseded ? 'no' : 'yes',
        ...(file.facts === undefined ? [] : [one.filename]),
      ]),
    ],
    [
      'Service',
      ['ID', 'STAGE', 'METHOD', 'STATUS', 'SERVED', 'SINCE'],
      serviceAttempts.map((one) => [one.id, one.stage, one.method, one.status, one.servedDate, one.createdAt]),
    ],
    [
      'Filings',
      ['ID', 'STATUS', 'REJECTED FOR', 'SINCE'],
      filings.map((one) => [one.id, one.status, one.rejectionCodes, one.createdAt]),
    ],
    [
      'Charges',
      ['ID', 'STATE', 'CENTS', 'REFUND ASKED'],
      charges.map((one) => [one.id, one.state, one.amountCents, one.refundRequestedAt]),
    ],
    [
      'History',
      ['TIME', 'BY', 'EVENT', 'STATE', 'DETAIL'],
      events.map((one) => [
        one.createdAt,
        one.actorType,
        one.internal ? `(${one.action})` : one.action,
        one.toState === null ? null : `${one.fromState} -> ${one.toState}`,
        one.detail,
      ]),
    ],
  ];
  const head = pairs({
    case: file.id,
    organization: file.organizationId,
    mode: `${file.mode}, ${file.jurisdiction}, ${file.ground}, entry by ${file.entryPoint}`,
    state: file.heldFrom === null ? file.state : `${file.state} (from ${file.heldFrom})`,
    next: `${nextAction.by}: ${nextAction.description}`,
    attorney: attorney && `${attorney.id} ${attorney.name ?? ''}${attorney.verified ? '' : ' (not verified)'}`,
    attention: file.attention,
    'failed step':
      file.failedStep && `${file.failedStep}, next attempt ${file.retryAt?.toISOString() ?? 'by operators'}`,
    'legal hold': file.legalHold ? 'on' : 'off',
    erased: file.erasedAt,
  });
  const tables = parts.flatMap(([title, headers, rows]) =>
    rows.length > 0 ? [`${title}\n${table(headers, rows)}`] : [],
  );
  const tenantData = file.facts === undefined ? [] : [`Tenant data\n${tenantDataOf(file)}`];
  return [head, ...tables, ...tenantData].join('\n\n');
}

/** Event details that contain no tenant data. Others are omitted. */
const plainDetails: readonly string[] = [
  'attempt',
  'attemptId',
  'attorneyId',
  'by',
  'caseTime',
  'command',
  'date',
  'deadline',
  'deadlineId',
  'decision',
  'documentHashes',
  'errorClass',
  'filingId',
  'from',
  'hearing',
  'heldFrom',
  'judgment',
  'method',
  'operator',
  'organizationId',
  'outcome',
  'previousAttorneyId',
  'previousDate',
  'previousDeadline',
  'previousServedDate',
  'reasons',
  'reviewer',
  'servedDate',
  'stage',
  'statements',
  'step',
  'to',
  'until',
  'version',
  'what',
];

function withoutTexts(action: string, detail: unknown): Record<string, unknown> | null {
  if (detail === null || typeof detail !== 'object') return null;
  // For a hold it is a code, for an operator's action free text.
  const allowed = action === 'hold' ? [...plainDetails, 'reason'] : plainDetails;
  return Object.fromEntries(Object.entries(detail).filter(([name]) => allowed.includes(name)));
}

function codesOf(reasons: unknown): string[] {
  return Array.isArray(reasons) ? (reasons as { code: string }[]).map(({ code }) => code) : [];
}

function tenantDataOf({ facts, courtCaseNumber, reference, notes, serviceAttempts, filings }: CaseView): string {
  return JSON.stringify({ facts, courtCaseNumber, reference, notes, serviceAttempts, filings }, null, 2)
    .split('\n')
    .map(printable)
    .join('\n');
}
