import type { CaseStart } from '@evict/temporal/messages';
import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { handleCommands } from './commands.ts';
import { TimeLine } from './time-line.ts';

/**
 * The life of one eviction case in time, from its first command to its end. The case waits: for a person's command, which
 * arrives as an Update, or for the end of a durable timer. What a command does, and what is due, is decided by an activity
 * on the row of the case. So the workflow knows no rule of law, and can be started anew at any time.
 */
export async function evictionCase({ caseId }: CaseStart): Promise<void> {
  const timeLine = new TimeLine(caseId);
  handleCommands(timeLine);
  await timeLine.begin();
  do {
    while (!isOver(timeLine)) {
      await nextChapter(timeLine);
      if (workflowInfo().continueAsNewSuggested) await startOver(timeLine, caseId);
    }
    await condition(allHandlersFinished);
    // A command that was still to be decided may have opened the case after all.
  } while (!isOver(timeLine));
}

/** Waits for what the case waits for now. */
async function nextChapter(timeLine: TimeLine): Promise<void> {
  const { waitsFor, dueInMs } = timeLine.wait ?? { waitsFor: 'finished', dueInMs: null };
  switch (waitsFor) {
    // The tenant's days to answer a notice. Its last day is over when the case's clock says so.
    case 'notice_period':
    // What the sandbox plays: the attorney's review, service, the clerk. An advance does not wait for it.
    case 'sandbox_step':
    // Work of the platform that has failed, and is tried again: papers for a review, the search for an attorney.
    case 'documents':
    case 'engagement':
    // A bug keeps what comes next from being known. Operators are paged; a release mends it.
    case 'repair':
      if (!(await timeLine.movesOn(dueInMs))) await timeLine.look();
      return;
    // The customer completes the draft after requested changes.
    case 'customer':
    // The attorney checks for conflicts, reviews the exact bytes, serves the paper and files it.
    case 'attorney_acceptance':
    case 'attorney_review':
    case 'service':
    case 'filing':
    // The clerk and the judge.
    case 'court':
    // The attorney confirms that all work has stopped.
    case 'withdrawal_confirmation':
    // A case on hold is resumed, withdrawn or closed.
    case 'resumption':
      await timeLine.movesOn();
      return;
    case 'finished':
      return;
    // A wait that a later release knows: its command or its timer is that release's to handle.
    default:
      waitsFor satisfies never;
      await timeLine.movesOn(dueInMs);
  }
}

function isOver({ wait }: TimeLine): boolean {
  return wait?.waitsFor === 'finished';
}

/** With a new history. Nothing is carried over but the case's id. */
async function startOver(timeLine: TimeLine, caseId: string): Promise<void> {
  await timeLine.end();
  await continueAsNew<typeof evictionCase>({ caseId });
}
