import type { RecordedDeadline } from '@evict/case-model';
import type { OperatorCaseFile } from '@evict/store/operator-cases';
import { stateOf } from '../../operate.ts';
import { pairs, printable, table } from '../../output.ts';

export type CaseView = ReturnType<typeof presentCase>;

/** Presents a case to operators. Tenant data is included only on request. */
export function presentCase(file: OperatorCaseFile, withTenantData: boolean) {
  /** Picks the `plain` fields of a row, and the `sensitive` ones only if tenant data was requested. */
  function part<T, P extends keyof T, S extends keyof T = never>(
    row: T,
    plain: readonly P[],
    sensitive: readonly S[] = [],
  ): Pick<T, P> & Partial<Pick<T, S>> {
    const names: (P | S)[] = withTenantData ? [...plain, ...sensitive] : [...plain];
    return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, P> & Partial<Pick<T, S>>;
  }
  return {
    ...part(
      file,
      [
        'id',
        'organizationId',
        'mode',
        'state',
        'heldFrom',
        'ground',
        'entryPoint',
        'jurisdiction',
        'nextAction',
        'attorney',
        'attention',
        'failedStep',
        'retryAt',
        'legalHold',
        'erasedAt',
        'clock',
        'createdAt',
        'updatedAt',
      ],
      ['facts', 'progress', 'courtCaseNumber', 'reference', 'gates'],
    ),
    deadlines: (file.deadlines as unknown as RecordedDeadline[]).map((one) =>
      withTenantData || one.id === undefined ? one : { id: one.id, name: 'reported', date: one.date, citation: '' },
    ),
    documents: file.documents.map((row) =>
      part(
        row,
        ['id', 'kind', 'specId', 'purpose', 'contentHash', 'contentType', 'sizeBytes', 'superseded', 'createdAt'],
        ['filename'],
      ),
    ),
    serviceAttempts: file.serviceAttempts.map((row) =>
      part(row, ['id', 'stage', 'method', 'status', 'servedDate', 'createdAt'], ['failureReason']),
    ),
    filings: file.filings.map((row) => ({
      ...part(row, ['id', 'status', 'createdAt'], ['envelopeId', 'courtCaseNumber', 'rejectionReasons']),
      rejectionCodes: codesOf(row.rejectionReasons),
    })),
    charges: file.charges.map((row) =>
      part(row, ['id', 'state', 'amountCents', 'currency', 'createdAt', 'refundRequestedAt']),
    ),
    events: file.events.map((row) => ({
      ...part(row, ['id', 'sequence', 'action', 'actorType', 'fromState', 'toState', 'internal', 'createdAt']),
      detail: withTenantData ? row.detail : withoutTexts(row.action, row.detail),
    })),
    ...(withTenantData && {
      notes: file.notes.map((row) => part(row, ['id', 'writtenBy', 'body', 'createdAt'])),
    }),
  };
}

/** Formats the case for people, with a table for each part that isn't empty. */
export function printCase(file: CaseView): string {
  const { attorney, nextAction, deadlines, documents, serviceAttempts, filings, charges, events } = file;
  type Of<T> = T extends readonly (infer Row)[] ? Row : never;
  const head = pairs({
    case: file.id,
    organization: file.organizationId,
    mode: `${file.mode}, ${file.jurisdiction}, ${file.ground}, entry by ${file.entryPoint}`,
    state: stateOf(file),
    next: `${nextAction.by}: ${nextAction.description}`,
    attorney: attorney && `${attorney.id} ${attorney.name ?? ''}${attorney.verified ? '' : ' (not verified)'}`,
    attention: file.attention,
    'failed step':
      file.failedStep && `${file.failedStep}, next attempt ${file.retryAt?.toISOString() ?? 'only by case retry-step'}`,
    'legal hold': file.legalHold ? 'on' : 'off',
    erased: file.erasedAt,
  });
  const tables = {
    Deadlines: table(deadlines, { NAME: 'name', DATE: 'date', CITATION: 'citation' }, ''),
    Documents: table(
      documents,
      {
        ID: 'id',
        KIND: 'kind',
        'SPEC OR PURPOSE': (one: Of<typeof documents>) => one.specId ?? one.purpose,
        'SHA-256': 'contentHash',
        CURRENT: (one: Of<typeof documents>) => !one.superseded,
        ...(file.facts !== undefined && { FILENAME: 'filename' as const }),
      },
      '',
    ),
    Service: table(
      serviceAttempts,
      { ID: 'id', STAGE: 'stage', METHOD: 'method', STATUS: 'status', SERVED: 'servedDate', SINCE: 'createdAt' },
      '',
    ),
    Filings: table(filings, { ID: 'id', STATUS: 'status', 'REJECTED FOR': 'rejectionCodes', SINCE: 'createdAt' }, ''),
    Charges: table(
      charges,
      { ID: 'id', STATE: 'state', CENTS: 'amountCents', 'REFUND ASKED': 'refundRequestedAt' },
      '',
    ),
    History: table(
      events,
      {
        TIME: 'createdAt',
        BY: 'actorType',
        EVENT: ({ internal, action }: Of<typeof events>) => (internal ? `(${action})` : action),
        STATE: ({ fromState, toState }: Of<typeof events>) => toState && `${fromState} -> ${toState}`,
        DETAIL: 'detail',
      },
      '',
    ),
    'Tenant data': file.facts === undefined ? '' : tenantDataOf(file),
  };
  const parts = Object.entries(tables).filter(([, text]) => text !== '');
  return [head, ...parts.map(([title, text]) => `${title}\n${text}`)].join('\n\n');
}

/** The names of event details that contain no tenant data. All other details are omitted. */
const plainDetails: ReadonlySet<string> = new Set(
  `attempt attemptId attorneyId by caseTime command date deadline deadlineId decision documentHashes errorClass filingId
  from hearing heldFrom judgment method operator organizationId outcome previousAttorneyId previousDate previousDeadline
  previousServedDate reasons reviewer servedDate stage statements step to until version what`.split(/\s+/),
);

function withoutTexts(action: string, detail: unknown): Record<string, unknown> | null {
  if (detail === null || typeof detail !== 'object') return null;
  // The reason for a hold is a code. The reason for an operator's action is free text.
  const isPlain = (name: string) => plainDetails.has(name) || (action === 'hold' && name === 'reason');
  return Object.fromEntries(Object.entries(detail).filter(([name]) => isPlain(name)));
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
