import type { Command } from '../commands.ts';
import { isSandbox } from '../mode.ts';
import type { CaseRecord } from '../record.ts';
import { isFinished } from '../states.ts';
import { type Context, type Decision, refuse, Turn } from '../turn.ts';
import { confirmWithdrawal, cure, reportCure, withdraw, withdrawIdle } from './closing.ts';
import { outcome } from './court.ts';
import { assign, engage } from './engagement.ts';
import { mailFailed, retryStep, stepFailed } from './failure.ts';
import { attach, evidenceAdded, summaryMade } from './documents.ts';
import { recordFiling, reworkFiling } from './filing.ts';
import { hold, resume } from './holding.ts';
import { review } from './review.ts';
import { documentsMade, takeStep } from '../sandbox/take-step.ts';
import { recordService } from './service.ts';
import { submit } from './submission.ts';

/**
 * What a command does to a case: the events and the record they lead to, or a refusal as a value. Pure: the same case,
 * command and context give the same decision, in a workflow, in its replay and in a test.
 */
export function decide(record: CaseRecord, command: Command, context: Context): Decision {
  // A finished case is over for everybody.
  if (isFinished(record.state)) return refuse('invalid_transition');
  // A sandbox case is reviewed, served and filed by its own steps: operators can only have one tried again.
  if ('operator' in command && command.kind !== 'retry_step' && isSandbox(record)) {
    return refuse('invalid_transition');
  }
  const turn = new Turn(record, context);
  if ('operator' in command)
    turn.note('operator_action', 'platform', { operator: command.operator, command: command.kind });
  switch (command.kind) {
    case 'submit':
      return submit(turn, command);
    case 'report_cure':
      return reportCure(turn);
    case 'withdraw':
      return withdraw(turn);
    case 'review':
      return review(turn, command);
    case 'outcome':
      return outcome(turn, command);
    case 'record_service':
      return recordService(turn, command);
    case 'record_filing':
      return recordFiling(turn, command);
    case 'hold':
      return hold(turn);
    case 'resume':
      return resume(turn);
    case 'confirm_withdrawal':
      return confirmWithdrawal(turn);
    case 'cure':
      return cure(turn);
    case 'expire_notice':
    case 'end_notice_period':
      return expireNotice(turn);
    case 'rework_filing':
      return reworkFiling(turn);
    case 'attach':
      return attach(turn, command);
    case 'assign':
      return assign(turn, command);
    case 'retry_step':
      return retryStep(turn);
    case 'engage':
      return engage(turn, command.attorneyId);
    case 'documents_made':
      return documentsMade(turn, command.stage, command.documents);
    case 'summary_made':
      return summaryMade(turn, command);
    case 'evidence_added':
      return evidenceAdded(turn, command.factsVersion);
    case 'withdraw_idle':
      return withdrawIdle(turn);
    case 'take_step':
      return takeStep(turn, command.documents);
    case 'step_failed':
      return stepFailed(turn, command.step, command.errorClass);
    case 'mail_failed':
      return mailFailed(turn, command.attempt, command.errorClass);
  }
}

/** The notice period of a live case ends: on its reported date, or on the operators' word. */
function expireNotice(turn: Turn): Decision {
  if (isSandbox(turn.record) || !turn.can('cure_period_expired')) return refuse('invalid_transition');
  return turn.emit('cure_period_expired', { actor: 'platform', to: 'filing_review' }).done();
}
