import {
  type CaseRecord,
  type Ground,
  type IsoDate,
  isFinished,
  type JudgmentOutcome,
  type State,
} from '@evict/case-model';
import { prismaOf, type Store } from '../../database/store.ts';

/** What mails about a case may be made from: codes and dates, and nothing that names anybody. */
export interface MailedCase {
  state: State;
  ground: Ground;
  /** In capitals. */
  jurisdiction: string;
  attorneyId: string | null;
  holdReason: CaseRecord['holdReason'];
  hearingDate: IsoDate | null;
  judgment: JudgmentOutcome | null;
  /** A withdrawal waits for the attorney's confirmation. */
  awaitsWithdrawal: boolean;
  failedStep: string | null;
  /** The failed step is not tried again by itself. */
  hasFailedForGood: boolean;
}

/** A case as it is now; null where its details were erased, or there is none: nothing is told of it any more. */
export async function findMailedCase(store: Store, caseId: string): Promise<MailedCase | null> {
  const row = await prismaOf(store).case.findUnique({
    where: { id: caseId, erasedAt: null },
    select: {
      state: true,
      ground: true,
      jurisdiction: true,
      attorneyId: true,
      failedStep: true,
      retryAt: true,
      record: true,
    },
  });
  if (!row) return null;
  const record = row.record as unknown as CaseRecord | null;
  const state = row.state as State;
  return {
    state,
    ground: row.ground as Ground,
    jurisdiction: row.jurisdiction,
    attorneyId: row.attorneyId,
    holdReason: record?.holdReason ?? null,
    hearingDate: record?.hearing?.date ?? null,
    judgment: record?.judgment?.outcome ?? null,
    awaitsWithdrawal: !isFinished(state) && (record?.withdrawal ?? null) !== null,
    failedStep: row.failedStep,
    hasFailedForGood: row.failedStep !== null && row.retryAt === null,
  };
}
