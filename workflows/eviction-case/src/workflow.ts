import { isFinished, type State } from '@evict/case-model';
import {
  type AdvanceInput,
  behindSignal,
  caseQuery,
  type CaseStart,
  caseUpdates,
  type CaseView,
  type CommandResult,
  evidenceAddedSignal,
  type MailFailed,
  mailFailedSignal,
  type OperateInput,
  type OutcomeInput,
  type ReviewInput,
} from '@evict/temporal/messages';
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { advance } from './advance.ts';
import { CaseFile } from './case-file.ts';
import { noteFailedMail, operate, outcome, reportCure, review, submit, withdraw, withdrawIdle } from './commands.ts';
import { takePendingStep } from './pending-step.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/**
 * One eviction case, from its first command to its end. The case waits for a command or for its step to fall due,
 * takes it, and looks again; every transition is recorded in the database before anybody sees it.
 */
export async function evictionCase(start: CaseStart): Promise<State> {
  const file = new CaseFile(start);

  setHandler(caseView, () => file.view());
  setHandler(submitUpdate, () => submit(file));
  setHandler(reportCureUpdate, () => reportCure(file));
  setHandler(withdrawUpdate, () => withdraw(file));
  setHandler(advanceUpdate, (input) => advance(file, input));
  setHandler(reviewUpdate, (input) => review(file, input));
  setHandler(outcomeUpdate, (input) => outcome(file, input));
  setHandler(operateUpdate, (input) => operate(file, input));
  setHandler(withdrawIdleUpdate, () => withdrawIdle(file));
  setHandler(evidenceAdded, (factsVersion) => file.hearOfEvidence(factsVersion));
  setHandler(mailFailed, (failed) => noteFailedMail(file, failed));
  setHandler(behind, () => file.takeUp('behind'));

  if (start.record === undefined) await firstCommand(file);
  // What Temporal Web shows belongs to the run.
  else if (patched('a run begins with what it shows')) showInTemporalWeb(file.record, file.retryDueAt);
  if (start.restored) await file.takeUp(start.restored);
  do {
    while (!file.isOver()) {
      await takePendingStep(file);
      if (workflowInfo().continueAsNewSuggested && !isFinished(file.record.state)) {
        // An advance under way waits for its step, which is taken by nobody but this loop.
        await condition(() => allHandlersFinished() || file.advance !== null);
        if (allHandlersFinished()) await continueAsNew<typeof evictionCase>(file.carryOver());
      }
    }
    await condition(allHandlersFinished);
    // A submit that waited behind one that was refused has made it a case after all.
  } while (!file.isOver());
  return file.record.state;
}

/** The command that the workflow was started with. Where it got lost, the database tells what has become of it. */
async function firstCommand(file: CaseFile): Promise<void> {
  const heard = file.begunCommands > 0 || (await condition(() => file.begunCommands > 0, '1 minute', { summary }));
  if (heard) await condition(() => file.answeredCommands > 0 || file.record.sequence > 0);
  else await file.exclusive(() => file.catchUp());
}

const summary = 'Wait for the command that began the case';
const caseView = defineQuery<CaseView>(caseQuery);
const submitUpdate = defineUpdate<CommandResult>(caseUpdates.submit);
const reportCureUpdate = defineUpdate<CommandResult>(caseUpdates.reportCure);
const withdrawUpdate = defineUpdate<CommandResult>(caseUpdates.withdraw);
const advanceUpdate = defineUpdate<CommandResult, [AdvanceInput]>(caseUpdates.advance);
const reviewUpdate = defineUpdate<CommandResult, [ReviewInput]>(caseUpdates.review);
const outcomeUpdate = defineUpdate<CommandResult, [OutcomeInput]>(caseUpdates.outcome);
const operateUpdate = defineUpdate<CommandResult, [OperateInput]>(caseUpdates.operate);
const withdrawIdleUpdate = defineUpdate<CommandResult>(caseUpdates.withdrawIdle);
const evidenceAdded = defineSignal<[number]>(evidenceAddedSignal);
const behind = defineSignal(behindSignal);
const mailFailed = defineSignal<[MailFailed]>(mailFailedSignal);
