import type { Case, CaseEvent } from '../../api/queries.ts';

type State = Case['state'];

/** What a case goes through, in order. `attorney`: a live case is taken on. */
export const phaseNames = {
  draft: 'Draft',
  attorney: 'Attorney',
  notice: 'Notice',
  filing: 'Court filing',
  summons: 'Service of summons',
  hearing: 'Hearing',
  judgment: 'Judgment',
  writ: 'Writ',
  end: 'Case complete',
} as const;

export type Phase = keyof typeof phaseNames;

export interface Step {
  phase: Phase;
  /** `passed_over`: the case went on, or ended, without it. */
  status: 'done' | 'now' | 'ahead' | 'passed_over';
  /** When the case first came here, on its own clock; null if it has not. */
  since: string | null;
  /** How often the case came back here from a later phase. */
  returns: number;
  /** The case is here and on hold. */
  isHeld: boolean;
}

/** The phase of each state; null for a hold, which happens within a phase. */
export const phaseOf: Readonly<Record<State, Phase | null>> = {
  draft: 'draft',
  submitted: 'attorney',
  attorney_assigned: 'attorney',
  notice_review: 'notice',
  notice_approved: 'notice',
  notice_sent: 'notice',
  notice_served: 'notice',
  cure_period: 'notice',
  cured: 'notice',
  filing_review: 'filing',
  filing_approved: 'filing',
  filing_submitted: 'filing',
  filing_rejected: 'filing',
  filing_accepted: 'summons',
  summons_sent: 'summons',
  summons_served: 'hearing',
  hearing_scheduled: 'hearing',
  judgment_entered: 'judgment',
  writ_requested: 'writ',
  writ_issued: 'writ',
  on_hold: null,
  resolved: 'end',
  closed: 'end',
  withdrawn: 'end',
};

type Placed = Pick<Case, 'mode' | 'state' | 'heldFrom' | 'entryPoint' | 'createdAt'>;
type Moved = Pick<CaseEvent, 'fromState' | 'toState' | 'createdAt'> & { detail?: CaseEvent['detail'] };

/** Where the case stands: the phases of its path, in order, exactly one of which is now. `events` are oldest first. */
export function lifecycle(one: Placed, events: readonly Moved[]): Step[] {
  const phases = phasesOf(one);
  const isHeld = one.state === 'on_hold';
  const now = phaseOf[isHeld ? (one.heldFrom ?? 'draft') : one.state] ?? 'draft';
  const moves = events.flatMap(({ fromState, toState, createdAt, detail }) => {
    const to = toState === null ? null : phaseOf[toState];
    const from = fromState === null ? null : phaseOf[fromState];
    return to === null || to === from ? [] : [{ from, to, createdAt: caseTime(detail) ?? createdAt }];
  });
  return phases.map((phase, index) => {
    const entries = moves.filter(({ to }) => to === phase);
    const returns = entries.filter(({ from }) => from !== null && phases.indexOf(from) > index).length;
    const since = phase === 'draft' ? one.createdAt : (entries[0]?.createdAt ?? null);
    const place = index - phases.indexOf(now);
    const isReached = since !== null;
    const status = place === 0 ? 'now' : place > 0 ? 'ahead' : isReached ? 'done' : 'passed_over';
    return { phase, status, since, returns, isHeld: isHeld && place === 0 };
  });
}

/** On the clock of a test case, which runs ahead; null in a live one. */
function caseTime(detail: unknown): string | null {
  const { caseTime: at } = (detail ?? {}) as { caseTime?: unknown };
  return typeof at === 'string' ? at : null;
}

function phasesOf({ mode, entryPoint }: Placed): Phase[] {
  const all = Object.keys(phaseNames) as Phase[];
  return all.filter(
    (phase) => (phase !== 'attorney' || mode === 'live') && (phase !== 'notice' || entryPoint === 'notice'),
  );
}
