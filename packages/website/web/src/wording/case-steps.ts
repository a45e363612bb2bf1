import type { Case } from '../api/queries.ts';
import { isFinished } from '../shared/case-facts.ts';
import { formatCents, formatLongDay } from '../shared/format.ts';
import { judgmentSentences } from './events.ts';
import { withDays } from './names.ts';
import { isAdvance } from './next-steps.ts';

/** What the top of a case's page says: what happens next, and when. */
interface CaseStep {
  title: string;
  /** Sentences that say what the step means and what the customer can do. */
  text: string;
  /** What follows this step. Null if that is undecided or nothing follows. */
  after: string | null;
  /** The day in the title, unless it has passed. */
  day: string | null;
}

type Stepping = Pick<Case, 'mode' | 'state' | 'ground' | 'entryPoint' | 'nextAction' | 'packVersions'> & {
  data: Pick<Case['data'], 'parties' | 'amountOwedCents'> & {
    progress: Pick<Case['data']['progress'], 'notice' | 'hearing' | 'judgment' | 'withdrawal'>;
  };
};

/** Returns the next step of a case on this day of its clock. */
export function caseStepOf(one: Stepping, today: string): CaseStep {
  const day = dayOfStep(one);
  const isOver = day !== null && day < today;
  return {
    title: titleOf(one, day, isOver, today),
    text: textOf(one),
    after: afterOf(one),
    day: isOver ? null : day,
  };
}

function dayOfStep({ state, data: { progress } }: Stepping): string | null {
  if (state === 'cure_period') return progress.notice?.expires ?? null;
  return state === 'hearing_scheduled' ? (progress.hearing?.date ?? null) : null;
}

function titleOf(one: Stepping, day: string | null, isOver: boolean, today: string): string {
  const { state, packVersions, data } = one;
  if (state === 'cure_period' && day !== null)
    return `Notice period ${isOver ? 'ended' : 'ends'} ${formatLongDay(day, today)}`;
  if (state === 'hearing_scheduled' && day !== null)
    return isOver ? `The hearing was on ${formatLongDay(day, today)}` : `Hearing on ${formatLongDay(day, today)}`;
  // This draft was submitted before, and the attorney returned it.
  if (state === 'draft' && packVersions !== null) return 'Make the requested changes';
  if (state === 'judgment_entered' && data.progress.judgment?.outcome !== 'plaintiff')
    return 'The attorney closes the case';
  if (state === 'on_hold' && data.progress.withdrawal !== null) return 'Withdrawal requested';
  return titles[state];
}

const titles: Readonly<Record<Case['state'], string>> = {
  draft: 'Finish and submit this draft',
  submitted: 'We are engaging an attorney',
  attorney_assigned: 'An attorney checks for conflicts',
  notice_review: 'An attorney reviews the notice',
  notice_approved: 'The notice goes out for service',
  notice_sent: 'The notice is being served',
  notice_served: 'The notice period starts',
  cure_period: 'The notice period is running',
  cured: 'We close the case as resolved',
  filing_review: 'An attorney reviews the court filing',
  filing_approved: 'The attorney files with the court',
  filing_submitted: 'The clerk reviews the filing',
  filing_rejected: 'The attorney corrects the filing',
  filing_accepted: 'The summons goes out for service',
  summons_sent: 'The summons is being served',
  summons_served: 'The court sets a hearing',
  hearing_scheduled: 'The court sets a new hearing date',
  judgment_entered: 'The attorney requests the writ',
  writ_requested: 'The court issues the writ',
  writ_issued: 'The officer carries out the writ',
  on_hold: 'The case is on hold',
  resolved: 'The case is resolved',
  closed: 'The case is closed',
  withdrawn: 'The case is withdrawn',
};

function textOf(one: Stepping): string {
  const { mode, state, packVersions, data } = one;
  if (state === 'draft') {
    if (packVersions !== null) return said(one);
    return mode === 'test'
      ? 'Check the facts, then submit the case. In test mode nothing is served or filed.'
      : 'Check the facts, then read the statements and the fee before you submit.';
  }
  if (state === 'cure_period') return [...periodSentences(one), ...restOf(one)].join(' ');
  if (isFinished(one)) {
    const { judgment } = data.progress;
    return [...(judgment ? [`Judgment: ${judgmentSentences(judgment).join(' ')}`] : []), said(one)].join(' ');
  }
  if (isAdvance(one)) return 'No person acts on a test case. Choose Advance to take this step now.';
  return said(one);
}

/** Returns sentences that say what can be reported while the notice period runs. */
function periodSentences({ ground, nextAction: { description }, data }: Stepping): string[] {
  const isOne = data.parties.filter(({ role }) => role === 'defendant').length === 1;
  const [who, pays, ends, moves] = isOne
    ? ['the tenant', 'pays', 'ends', 'moves']
    : ['the tenants', 'pay', 'end', 'move'];
  const hasCure = !description.includes(noCure);
  const owed = data.amountOwedCents === undefined ? 'what is owed' : `the ${formatCents(data.amountOwedCents)}`;
  const cures: Readonly<Record<Case['ground'], string>> = {
    nonpayment: `${pays} ${owed} or `,
    lease_violation: `${ends} the violation or `,
    holdover: '',
  };
  const report = `If ${who} ${hasCure ? cures[ground] : ''}${moves} out by then, report it here.`;
  return [...(hasCure ? [] : [noCure]), report, 'Otherwise, the case moves on to filing.'];
}

const noCure = 'There is no right to cure.';

/** Returns what else the service says about a notice period, without its last day and the right to cure. */
function restOf({ nextAction: { description } }: Stepping): string[] {
  const rest = withDays(
    description
      .replace(/The notice period runs (?:through \d{4}-\d{2}-\d{2}|as the notice states)\./, '')
      .replace('Report it if the tenant cures.', '')
      .replace(noCure, ''),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
  return rest === '' ? [] : [rest];
}

/** Returns the description of the next action. Rewrites instructions to others as sentences for the customer. */
function said({ nextAction: { by, description } }: Stepping): string {
  const text = withDays(description);
  if (text.startsWith(stopped)) return text.replace(stopped, by === 'attorney' ? stoppedBy.attorney : stoppedBy.us);
  return Object.entries(sentences).reduce((whole, [order, sentence]) => whole.replace(order, sentence), text);
}

const stopped = 'Confirm that all work has stopped.';
const stoppedBy = {
  attorney: 'The case is on hold until the attorney confirms that all work has stopped.',
  us: 'The case is on hold until we confirm that all work has stopped.',
};

const sentences: Readonly<Record<string, string>> = {
  'Review and approve the notice.': 'The attorney approves it, or returns it to you with changes.',
  'Review and approve the court filing.': 'The attorney approves it, or returns the case to you with changes.',
  'Serve the notice and report service.': 'The attorney has it served and reports each attempt here.',
  'Serve the summons.': 'The attorney has it served and reports each attempt here.',
  'Start the notice period.': 'The notice was served. We record when the period ends.',
  'Close the case as resolved.': 'The tenant cured, and nothing is left to do.',
  'File the complaint.': 'The attorney reports here once the court has it.',
  'The court returned the filing. Correct and resubmit it.':
    'The clerk returned the filing. The attorney corrects it and files it again.',
  'The clerk reviews the filing.': 'The clerk accepts the filing, or returns it for correction.',
  'Set a hearing.': 'The date appears here once the court has set it.',
  'Request the writ when it may issue.': 'The attorney requests it as soon as it may issue.',
  'Close the case.': 'The judgment ends the case.',
  'Issue the writ.': 'The writ appears here once the court has issued it.',
  'Once the officer has executed the writ, close the case.': 'The attorney closes the case after that.',
};

/** Returns what follows the step, or null if that is undecided or nothing follows. */
function afterOf({ state, entryPoint, data }: Stepping): string | null {
  const paper = entryPoint === 'notice' ? 'notice' : 'court filing';
  if (state === 'draft') return `an attorney reviews the ${paper} before anything is ${servedOrFiled[entryPoint]}.`;
  if (state === 'submitted' || state === 'attorney_assigned') return `the attorney reviews the ${paper}.`;
  if (state === 'judgment_entered' && data.progress.judgment?.outcome !== 'plaintiff') return null;
  return afters[state] ?? null;
}

const servedOrFiled = { notice: 'served', filing: 'filed' } as const;

const afters: Partial<Record<Case['state'], string>> = {
  notice_review: 'the notice goes out for service.',
  notice_approved: 'the notice period starts once the notice is served.',
  notice_sent: 'the notice period starts.',
  notice_served: 'the notice period runs.',
  cure_period: 'the court filing is prepared, and an attorney reviews it before it goes to the court.',
  filing_review: 'the filing goes to the court.',
  filing_approved: 'the clerk reviews the filing.',
  filing_submitted: 'the summons goes out for service.',
  filing_rejected: 'the filing goes back to the court.',
  filing_accepted: 'the court sets a hearing.',
  summons_sent: 'the court sets a hearing.',
  summons_served: 'the hearing takes place.',
  hearing_scheduled: 'the court enters its judgment.',
  judgment_entered: 'the court issues the writ.',
  writ_requested: 'the officer carries out the writ.',
  writ_issued: 'the case is closed.',
};
