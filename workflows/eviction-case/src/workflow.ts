import type { CaseStart } from '@evict/temporal/messages';
import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { handleCommands } from './commands.ts';
import { TimeLine } from './time-line.ts';

/**
 * The life of one eviction case, from its first command to its end. The workflow waits for a command, which arrives as
 * an Update, or for a durable timer. An activity reads the case's row and decides what a command does and what is due.
 * So the workflow contains no legal rules, and can be started again at any time.
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
    // A command that was still in progress may have opened the case again.
  } while (!isOver(timeLine));
}

/** Waits until the case moves on from its current wait. */
async function nextChapter(timeLine: TimeLine): Promise<void> {
  const { waitsFor, dueInMs } = timeLine.wait ?? { waitsFor: 'finished', dueInMs: null };
  switch (waitsFor) {
    // The days in which the tenant can comply with a notice. The case's clock says when the last day has ended.
    case 'notice_period':
    // A step that the sandbox simulates, such as the attorney's review, service, or the clerk's answer. The command
    // `advance` takes it early.
    case 'sandbox_step':
    // The platform's own work, which has failed and is retried: documents for a review, or the search for an attorney.
    case 'documents':
    case 'engagement':
    // A bug keeps the next step from being decided. Operators are paged, and a new release fixes it.
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
    // The court's clerk or judge acts next.
    case 'court':
    // The attorney confirms that all work has stopped.
    case 'withdrawal_confirmation':
    // A case on hold is resumed, withdrawn or closed.
    case 'resumption':
      await timeLine.movesOn();
      return;
    case 'finished':
      return;
    // A kind of wait from a later release, which handles the command or timer that ends it.
    default:
      waitsFor satisfies never;
      await timeLine.movesOn(dueInMs);
  }
}

function isOver({ wait }: TimeLine): boolean {
  return wait?.waitsFor === 'finished';
}

/** Continues with a new history. Nothing is carried over except the case's id. */
async function startOver(timeLine: TimeLine, caseId: string): Promise<void> {
  await timeLine.end();
  await continueAsNew<typeof evictionCase>({ caseId });
}
