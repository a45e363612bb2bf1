import type { CaseEvent } from '../../api/queries.ts';

/** An attempt to serve a paper, as the history tells it. */
export interface Attempt {
  paper: 'notice' | 'summons';
  result: 'out' | 'served' | 'failed' | 'voided';
  method: string | null;
  /** Of the defendant, if it was one of several. */
  partyIndex: number | null;
  /** When it was served, otherwise when it was reported; a day on the clock of the case. */
  day: string;
}

/** A complaint that went to the court. */
export interface Filing {
  result: 'submitted' | 'accepted' | 'rejected';
  isAmended: boolean;
  day: string;
  envelopeId: string | null;
  courtCaseNumber: string | null;
  reasons: readonly string[];
}

type Told = Pick<CaseEvent, 'action' | 'detail' | 'createdAt' | 'toState'>;
type Detail = Readonly<Record<string, unknown>>;

/** The attempts of service, oldest first. `dayOf` is the day of a moment where its reader is. */
export function attemptsOf(events: readonly Told[], dayOf: (moment: string) => string): Attempt[] {
  const attempts: Attempt[] = [];
  for (const event of events) {
    const detail = detailOf(event);
    const day = dayOfEvent(event, dayOf);
    const paper = paperOf(event.action, detail);
    const served = () => attempts.filter((one) => one.paper === paper && one.result === 'served');
    if (paper === null) continue;
    if (detail['reason'] === 'service_voided') for (const one of served()) one.result = 'voided';
    if (event.action === 'send_notice' || event.action === 'send_summons') {
      // What was out before never gets a result.
      for (const one of attempts) if (one.paper === paper && one.result === 'out') one.result = 'voided';
      attempts.push({ paper, result: 'out', method: null, partyIndex: null, day });
    } else if (event.action === 'notice_served' || event.action === 'summons_served') {
      const servedDay = text(detail['servedDate']) ?? day;
      const last = served().at(-1);
      if (detail['corrected'] === true && last) last.day = servedDay;
      else
        finish(attempts, { paper, result: 'served', method: text(detail['method']), partyIndex: null, day: servedDay });
    } else if (event.action === 'service_failed') {
      const partyIndex = typeof detail['partyIndex'] === 'number' ? detail['partyIndex'] : null;
      finish(attempts, { paper, result: 'failed', method: text(detail['method']), partyIndex, day });
    } else if (event.action === 'start_cure_period' && detail['corrected'] === true) {
      const last = served().at(-1);
      if (last) last.day = text(detail['servedDate']) ?? last.day;
    }
  }
  return attempts;
}

/** The filings with the court, oldest first. */
export function filingsOf(events: readonly Told[], dayOf: (moment: string) => string): Filing[] {
  const filings: Filing[] = [];
  for (const event of events) {
    const detail = detailOf(event);
    const last = filings.at(-1);
    const isCorrection = detail['corrected'] === true;
    if (event.action === 'submit_filing' && !isCorrection) {
      filings.push({
        result: 'submitted',
        isAmended: detail['amended'] === true,
        day: dayOfEvent(event, dayOf),
        envelopeId: text(detail['envelopeId']),
        courtCaseNumber: null,
        reasons: [],
      });
    } else if (!last) continue;
    else if (event.action === 'submit_filing') last.envelopeId = text(detail['envelopeId']) ?? last.envelopeId;
    else if (event.action === 'filing_accepted') {
      last.result = 'accepted';
      last.courtCaseNumber = text(detail['courtCaseNumber']) ?? last.courtCaseNumber;
    } else if (event.action === 'filing_rejected') {
      last.result = 'rejected';
      last.reasons = Array.isArray(detail['reasons']) ? (detail['reasons'] as string[]) : [];
    }
  }
  return filings;
}

/** The day of an event: on the clock of a test case, otherwise where the reader is. */
function dayOfEvent(event: Pick<CaseEvent, 'detail' | 'createdAt'>, dayOf: (moment: string) => string): string {
  const caseTime = text(detailOf(event)['caseTime']);
  return caseTime === null ? dayOf(event.createdAt) : caseTime.slice(0, 10);
}

/** An attempt that is out gets its result; otherwise the result is an attempt of its own. */
function finish(attempts: Attempt[], attempt: Attempt): void {
  const out = attempts.find(({ paper, result }) => paper === attempt.paper && result === 'out');
  if (out) Object.assign(out, attempt);
  else attempts.push(attempt);
}

function paperOf(action: Told['action'], detail: Detail): Attempt['paper'] | null {
  if (action === 'service_failed') return detail['stage'] === 'summons' ? 'summons' : 'notice';
  if (action === 'send_summons' || action === 'summons_served') return 'summons';
  const isOfNotice = action === 'send_notice' || action === 'notice_served' || action === 'start_cure_period';
  return isOfNotice || (action === 'begin_review' && detail['reason'] === 'service_voided') ? 'notice' : null;
}

function detailOf({ detail }: Pick<CaseEvent, 'detail'>): Detail {
  return detail ?? {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
