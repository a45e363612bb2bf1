import { isFinished, type State } from '@evict/case-model';
import { caseQuery, type CaseStart, caseUpdates, type CaseView, type CommandResult } from '@evict/temporal/messages';
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineUpdate,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { advance } from './advance.ts';
import { CaseFile } from './case-file.ts';
import { reportCure, retryStep, submit, withdraw } from './commands.ts';
import { takePendingStep } from './pending-step.ts';

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
  setHandler(advanceUpdate, () => advance(file));
  setHandler(retryStepUpdate, () => retryStep(file));

  await condition(() => file.answeredCommands > 0 || start.record !== undefined);
  while (!file.isOver()) {
    await takePendingStep(file);
    if (workflowInfo().continueAsNewSuggested && !isFinished(file.record.state)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof evictionCase>(file.carryOver());
    }
  }
  await condition(allHandlersFinished);
  return file.record.state;
}

const caseView = defineQuery<CaseView>(caseQuery);
const submitUpdate = defineUpdate<CommandResult>(caseUpdates.submit);
const reportCureUpdate = defineUpdate<CommandResult>(caseUpdates.reportCure);
const withdrawUpdate = defineUpdate<CommandResult>(caseUpdates.withdraw);
const advanceUpdate = defineUpdate<CommandResult>(caseUpdates.advance);
const retryStepUpdate = defineUpdate<CommandResult>(caseUpdates.retryStep);
