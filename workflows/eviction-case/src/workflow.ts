import { isSandbox, type PendingWork, type State } from '@evict/case-model';
import {
  advanceUpdate,
  behindSignal,
  caseQuery,
  type CaseStart,
  evidenceAddedSignal,
  mailFailedSignal,
  operateUpdate,
  reportCureUpdate,
  submitUpdate,
  withdrawIdleUpdate,
  withdrawUpdate,
} from '@evict/temporal/messages';
import { allHandlersFinished, condition, continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow';
import { advance } from './advance.ts';
import { CaseEntity } from './case-entity.ts';
import { onEvidenceAdded, onMailFailed, operate, reportCure, submit, withdraw, withdrawIdle } from './commands.ts';
import { perform } from './perform.ts';

/**
 * The life of one eviction case, from its first command to its end. While it is open: determine the pending work, wait
 * until it is due or the case changes, perform it. A transition is visible only after the database has recorded it.
 */
export async function evictionCase(start: CaseStart): Promise<State> {
  const entity = new CaseEntity(start);
  handleMessages(entity);
  if (!start.record) await firstCommand(entity);
  if (start.restored) await entity.restore(start.restored);
  do {
    while (!entity.isOver()) {
      await nextTurn(entity);
      if (workflowInfo().continueAsNewSuggested) await continueFromRecord(entity);
    }
    await condition(allHandlersFinished);
    // A submit queued behind a refused one may have opened the case after all.
  } while (!entity.isOver());
  return entity.record.state;
}

function handleMessages(entity: CaseEntity): void {
  setHandler(caseQuery, () => entity.view());
  setHandler(submitUpdate, (input) => submit(entity, input));
  setHandler(reportCureUpdate, () => reportCure(entity));
  setHandler(withdrawUpdate, () => withdraw(entity));
  setHandler(advanceUpdate, (input) => advance(entity, input));
  setHandler(operateUpdate, (input) => operate(entity, input));
  setHandler(withdrawIdleUpdate, () => withdrawIdle(entity));
  setHandler(evidenceAddedSignal, (factsVersion) => onEvidenceAdded(entity, factsVersion));
  setHandler(mailFailedSignal, (failed) => onMailFailed(entity, failed));
  setHandler(behindSignal, () => entity.restore('behind'));
}

/** Waits for the command that started the workflow. If it was lost, reconciles with the database. */
async function firstCommand(entity: CaseEntity): Promise<void> {
  const summary = 'Wait for the first command';
  const isReceived = () => entity.commandsReceived > 0;
  if (isReceived() || (await condition(isReceived, '1 minute', { summary }))) {
    await condition(() => allHandlersFinished() || entity.record.sequence > 0);
  } else {
    await entity.exclusive(() => entity.reconcile());
  }
}

async function nextTurn(entity: CaseEntity): Promise<void> {
  if (isSandbox(entity.record)) await entity.bringClockTo(entity.record.clock);
  if (!(await isDue(entity, entity.pendingWork()))) return;
  await entity.exclusive(async () => {
    const work = entity.pendingWork();
    if (work.dueAt !== null && work.dueAt <= entity.now()) await perform(entity, work);
  });
}

/**
 * Waits until the work is due; false if the case changes first, or its history has grown too long: refused commands
 * change nothing, and a run takes no more than 2,000 of them.
 */
async function isDue(entity: CaseEntity, { dueAt, summary }: PendingWork): Promise<boolean> {
  const { record } = entity;
  const hasChanged = () => entity.record !== record || workflowInfo().continueAsNewSuggested;
  if (dueAt !== null) {
    return dueAt <= entity.now() || !(await condition(hasChanged, dueAt - Date.now() + entity.aheadMs, { summary }));
  }
  // A lost command may have set a date, such as the end of a notice period, so a live case reconciles once a day. A
  // sandbox case reconciles at its next advance.
  if (isSandbox(record)) await condition(hasChanged);
  else if (!(await condition(hasChanged, '1 day', { summary }))) await entity.exclusive(() => entity.reconcile());
  return false;
}

async function continueFromRecord(entity: CaseEntity): Promise<void> {
  await condition(allHandlersFinished);
  if (!entity.isOver()) await continueAsNew<typeof evictionCase>(entity.carryOver());
}
