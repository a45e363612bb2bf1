import { type Command, sandboxStep } from '@evict/case-model';
import type { CommandResult, PrepareResult } from '@evict/temporal/messages';
import { prepareSubmission } from './activities.ts';
import type { CaseFile } from './case-file.ts';
import { makePendingDocuments, takeStep } from './pending-step.ts';

/**
 * Submit: check the facts, decide, record the transition on the same facts. The answer waits for the first documents;
 * should they fail, the case is in review all the same and they are tried again.
 */
export function submit(file: CaseFile): Promise<CommandResult> {
  return command(file, async () => {
    for (;;) {
      const prepared = await prepare(file);
      if (!prepared.ok) return prepared;
      const { brief, factsVersion } = prepared;
      const result = await file.apply({ kind: 'submit', brief }, { factsVersion });
      if (result.ok) break;
      // The customer changed the draft between the check and the record, or it is no draft any more: check again.
      if (!isStale(result.code)) return { ok: false, code: result.code };
    }
    await makePendingDocuments(file);
    return { ok: true };
  });
}

export function reportCure(file: CaseFile): Promise<CommandResult> {
  return command(file, () => applyCommand(file, { kind: 'report_cure' }));
}

export function withdraw(file: CaseFile): Promise<CommandResult> {
  return command(file, () => applyCommand(file, { kind: 'withdraw' }));
}

/** Operators try a failed step again without waiting for its timer. */
export function retryStep(file: CaseFile): Promise<CommandResult> {
  const retry = { kind: 'retry_step', operator: 'system' } as const;
  return command(file, async () => {
    const result = await applyCommand(file, retry);
    // At once: a step that comes with an advance only would wait for the next one.
    if (result.ok && sandboxStep(file.record)) await takeStep(file);
    return result;
  });
}

async function command(file: CaseFile, run: () => Promise<CommandResult>): Promise<CommandResult> {
  file.begunCommands += 1;
  try {
    return await file.exclusive(run);
  } finally {
    file.answeredCommands += 1;
  }
}

async function applyCommand(file: CaseFile, input: Command): Promise<CommandResult> {
  for (;;) {
    const result = await file.apply(input);
    if (result.ok) return { ok: true };
    // The case had gone on unheard: the command is decided on where it is.
    if (!isStale(result.code)) return { ok: false, code: result.code };
  }
}

/** What was decided on is not how things are: to be decided again. */
function isStale(code: string): code is 'behind' | 'facts_changed' {
  return code === 'behind' || code === 'facts_changed';
}

async function prepare(file: CaseFile): Promise<PrepareResult | NoDraft> {
  if (file.record.state !== 'draft') return { ok: false, code: 'invalid_transition' };
  const input = { caseId: file.record.caseId, caseTime: Date.now() };
  return prepareSubmission.executeWithOptions({ summary: 'Check the gates and freeze the facts' }, [input]);
}

type NoDraft = { ok: false; code: 'invalid_transition' };
