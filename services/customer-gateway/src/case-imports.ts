import { setImmediate as yieldToOthers, setTimeout as pause } from 'node:timers/promises';
import { type CaseFacts, nameFault, newCase, nextAction } from '@evict/case-model';
import { ApiError, importRow, validate } from '@evict/contract';
import { parseBody } from '@evict/http/body';
import { isUsState } from '@evict/jurisdictions';
import {
  claimCaseImport,
  type ClaimedImport,
  finishCaseImport,
  importRows,
  type ImportTerms,
  type JudgedRow,
  listPendingRows,
  type PendingRow,
  releaseCaseImport,
  type RowIssue,
} from '@evict/store/case-imports';
import type { Store } from '@evict/store/database';
import { errorClass, type Logger } from '@evict/telemetry';
import type { Dependencies } from './dependencies.ts';

/** The number of rows per transaction. */
const chunk = 50;
/** How often a gateway looks for imports that another gateway has left unfinished, in milliseconds. */
const lookEveryMs = 5000;

interface Settings extends Pick<Dependencies, 'store' | 'storageQuota'> {
  logger: Logger;
}

/** Processes imports in the background. */
export interface CaseImports {
  /** Starts processing a new import at once. */
  wake: () => void;
  /** Stops after the current chunk of rows. */
  stop: () => Promise<void>;
}

/**
 * Starts processing the imports of all organizations in turn, a few rows at a time so that requests can run in between.
 * If the process dies, another one continues, or this one does after its restart.
 */
export function startCaseImports({ store, storageQuota, logger }: Settings): CaseImports {
  const stopped = new AbortController();
  let isAwake = true;
  let awaken = () => {};
  const run = async () => {
    while (!stopped.signal.aborted) {
      isAwake = false;
      try {
        while (!stopped.signal.aborted && (await workOnce(store, storageQuota))) await yieldToOthers();
      } catch (error) {
        // The import's claim expires, and then it is tried again.
        logger.error({ errorClass: errorClass(error) }, 'an import of cases was interrupted');
      }
      if (isAwake) continue;
      const woken = new Promise<void>((resolve) => (awaken = resolve));
      await Promise.race([
        woken,
        pause(lookEveryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {}),
      ]);
    }
  };
  const running = run();
  return {
    wake: () => {
      isAwake = true;
      awaken();
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** Processes the next rows of the import that has waited longest. Resolves to false if none is waiting. */
export async function workOnce(store: Store, quota: Dependencies['storageQuota']): Promise<boolean> {
  const claimed = await claimCaseImport(store);
  if (!claimed) return false;
  const rows = await listPendingRows(store, claimed.id, chunk);
  const judged: JudgedRow[] = [];
  for (const row of rows) {
    judged.push(judge(claimed, row));
    await yieldToOthers();
  }
  if (judged.length > 0) await importRows(store, claimed, judged, termsFor(claimed, quota));
  await (rows.length < chunk ? finishCaseImport(store, claimed.id) : releaseCaseImport(store, claimed.id));
  return true;
}

/** Validates a row. Returns the facts of a case, or the row's faults. */
export function judge({ mode }: Pick<ClaimedImport, 'mode'>, { row, input: json }: PendingRow): JudgedRow {
  const read = readRow(json);
  if ('issues' in read) return { row, reference: null, issues: read.issues };
  const { input } = read;
  const checked = validate(importRow, input);
  const given = (input as { reference?: unknown } | null)?.reference;
  if (!checked.ok) {
    // Keep a reference that looks valid, because it helps a person find the row.
    const reference = typeof given === 'string' && isShown(given) ? given : null;
    return { row, reference, issues: firstOf(checked.issues) };
  }
  const { reference, ...facts } = checked.value;
  if (mode === 'live' && !isUsState(facts.property.state)) {
    const message = 'A live case needs a property in a US state or DC.';
    return { row, reference, issues: [{ path: 'property.state', code: 'unsupported_state', message }] };
  }
  const unnamed = nameIssues(facts);
  return unnamed.length > 0 ? { row, reference, issues: unnamed } : { row, reference, facts };
}

/**
 * The maximum number of faults stored per row. A hostile row can have thousands, and fifty rows are in memory at once.
 */
const mostIssues = 500;

function firstOf(issues: readonly RowIssue[]): RowIssue[] {
  const kept = issues.slice(0, mostIssues).map(({ path, code, message }) => ({ path, code, message }));
  const left = issues.length - kept.length;
  return left === 0 ? kept : [...kept, { path: '', code: 'too_many', message: `This row has ${left} more errors.` }];
}

/**
 * Returns a fault for each name that seems to come from the wrong column. A tenant under such a name would never be
 * served.
 */
function nameIssues({ property, parties }: CaseFacts): RowIssue[] {
  const names = [
    { path: 'property.ownerOfRecord', name: property.ownerOfRecord },
    ...parties.map(({ name }, index) => ({ path: `parties[${index}].name`, name })),
  ];
  return names.flatMap(({ path, name }) => {
    const message = nameFault(name);
    return message === null ? [] : [{ path, code: 'not_a_name', message }];
  });
}

function termsFor({ organizationId, mode }: ClaimedImport, quota: Dependencies['storageQuota']): ImportTerms {
  return {
    quota,
    nextAction: nextAction(newCase({ caseId: '', organizationId, mode }, 0)),
    clash(before, after) {
      const field = (['ground', 'entryPoint'] as const).find((name) => before[name] !== after[name]);
      if (field === undefined) return null;
      return { path: field, code: 'fixed', message: 'Cannot be changed. For a new case, use another reference.' };
    },
  };
}

/** Parses a row. Returns faults if it isn't JSON, or exceeds the limits for the body of a single case. */
function readRow(json: string): { input: unknown } | { issues: RowIssue[] } {
  try {
    const { value, fault } = parseBody(Buffer.from(json));
    if (fault) throw fault;
    return { input: value };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { issues: (error.details as { issues: RowIssue[] }).issues };
  }
}

function isShown(reference: string): boolean {
  return reference.length <= 100 && !/\0|\p{Cs}/u.test(reference);
}
