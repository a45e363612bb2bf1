import {
  type CaseFacts,
  type Ground,
  isFiled,
  isFinished,
  needsDismissal,
  type State,
  type StepName,
} from '@evict/case-model';
import type { MailedCase } from '@evict/mail';
import { presentAddress } from '../cases/present.ts';
import { readRecord } from '../decisions/versions.ts';
import { prismaOf, type Store } from '../database/store.ts';

/**
 * Returns the current data of a case for an email about it. Returns null if the case is erased or unknown, because no
 * email is sent then.
 */
export async function findMailedCase(store: Store, caseId: string): Promise<MailedCase | null> {
  const row = await prismaOf(store).case.findUnique({
    where: { id: caseId, erasedAt: null },
    select: {
      facts: true,
      state: true,
      ground: true,
      jurisdiction: true,
      attorneyId: true,
      attorneyAccepted: true,
      attorney: { select: { name: true, licenses: { select: { state: true, barNumber: true } } } },
      failedStep: true,
      retryAt: true,
      record: true,
    },
  });
  if (!row) return null;
  const record = readRecord(row.record);
  const state = row.state as State;
  const license = row.attorney?.licenses.find((one) => one.state === row.jurisdiction);
  const barNumber = license?.barNumber ?? null;
  return {
    address: presentAddress((row.facts as unknown as CaseFacts).property),
    state,
    ground: row.ground as Ground,
    jurisdiction: row.jurisdiction,
    attorneyId: row.attorneyId,
    // The attorney with their bar number in the property's state. Null until an attorney has accepted the case.
    attorney: row.attorneyAccepted && row.attorney ? { name: row.attorney.name, barNumber } : null,
    holdReason: record?.holdReason ?? null,
    noticeExpires: record?.notice?.expires ?? null,
    hearingDate: record?.hearing?.date ?? null,
    judgment: record?.judgment?.outcome ?? null,
    awaitsWithdrawal: !isFinished(state) && (record?.withdrawal ?? null) !== null,
    isFiled: record !== null && isFiled(record),
    needsDismissal: record !== null && needsDismissal(record),
    dismissedOn: record?.dismissedOn ?? null,
    failedStep: row.failedStep as StepName | null,
    retriesExhausted: row.failedStep !== null && row.retryAt === null,
  };
}
