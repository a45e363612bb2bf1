import type { IsoDate, ServiceStage } from './facts.ts';
import { isSandbox } from './mode.ts';
import type { CaseRecord, ServiceAttempt, Stage } from './record.ts';
import { effectiveState, type State } from './states.ts';

export function pendingAttempt({ serviceAttempts }: CaseRecord, stage: ServiceStage): ServiceAttempt | undefined {
  return serviceAttempts.findLast((attempt) => attempt.stage === stage && attempt.status === 'pending');
}

/** Returns the attempts of a stage since its paper was last sent out anew. */
export function attemptsOfRound(record: CaseRecord, stage: ServiceStage): ServiceAttempt[] {
  const round = currentRound(record, stage);
  return record.serviceAttempts.filter((attempt) => attempt.stage === stage && attempt.round === round);
}

export function currentRound({ serviceAttempts }: CaseRecord, stage: ServiceStage): number | undefined {
  return serviceAttempts.findLast((attempt) => attempt.stage === stage)?.round;
}

/** For each paper that is served, the stage whose approval covers it. */
export const serviceApproval = { notice: 'notice', summons: 'filing' } as const satisfies Record<ServiceStage, Stage>;

/** Whether every defendant who has to be served has been served. */
export function isServed(record: CaseRecord, stage: ServiceStage): boolean {
  const reached = attemptsOfRound(record, stage).filter(({ status }) => status === 'served');
  const isReached = (index: number) => reached.some(({ partyIndex }) => partyIndex === null || partyIndex === index);
  const isEveryone = reached.some(({ partyIndex, restNotNeeded }) => partyIndex === null || restNotNeeded);
  return isEveryone || (record.submission?.defendants ?? []).every(isReached);
}

/** The states in which service can still be reported after the paper was sent out. */
export const serviceCounts: Record<ServiceStage, readonly State[]> = {
  notice: ['notice_sent', 'cure_period'],
  summons: ['summons_sent', 'summons_served', 'hearing_scheduled'],
};

/**
 * Whether a hearing is set although the summons wasn't served: its service failed or was voided, and no attempt is
 * pending.
 */
export function isSummonsUnserved(record: CaseRecord): boolean {
  if (effectiveState(record) !== 'hearing_scheduled' || isSandbox(record)) return false;
  const attempts = attemptsOfRound(record, 'summons');
  const isUnderWay = attempts.some(({ status }) => status === 'pending');
  return attempts.length > 0 && !isUnderWay && !isServed(record, 'summons');
}

/**
 * The last date of service, and the latest end of the notice period. `citation` and `attemptId` come from the attempt
 * that sets that end.
 */
export interface GoverningService {
  servedDate: IsoDate;
  expires: IsoDate | null;
  citation: string | null;
  attemptId: string;
}

/**
 * Returns the dates that govern if several defendants are served on different days: the latest ones. Null if no one was
 * served.
 */
export function governingService(record: CaseRecord, stage: ServiceStage): GoverningService | null {
  const served = attemptsOfRound(record, stage).filter(({ status }) => status === 'served');
  const servedDate = served.reduce<IsoDate | null>((last, one) => later(last, one.servedDate), null);
  const expires = served.reduce<IsoDate | null>((last, one) => later(last, one.expires), null);
  const ending = served.findLast((one) => one.expires === expires);
  if (servedDate === null || !ending) return null;
  return { servedDate, expires, citation: ending.citation, attemptId: ending.id };
}

function later(a: IsoDate | null, b: IsoDate | null): IsoDate | null {
  return a === null || (b !== null && b > a) ? b : a;
}
