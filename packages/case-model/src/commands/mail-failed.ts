import type { StepName } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface MailFailed {
  readonly kind: 'mail_failed';
  readonly attempt: number;
  readonly errorClass: string;
}

/**
 * Records that an email about the case has used up its retries. An operator has to look into it, but the case
 * continues.
 */
export const mailFailed = defineCommand<MailFailed>()({
  authors: ['platform'],
  description: 'An email about the case could not be sent.',
  needs: ['isMailGivenUp'],
  decide(turn, { attempt, errorClass, isMailGivenUp }) {
    if (!isMailGivenUp) return refuse('not_on_record');
    turn.note('job_failed', 'platform', { step: 'send_mail' satisfies StepName, attempt, errorClass });
    return turn.patch({ mailFailed: true }).done();
  },
});
