import {
  type CaseActivities,
  type CaseStart,
  type CaseWait,
  type CommandInput,
  type CommandResult,
  commandUpdates,
  lookSignal,
  waitQuery,
} from '@evict/temporal/messages';
import { allHandlersFinished, condition, proxyActivities, setHandler, sleep } from '@temporalio/workflow';

// The workflow of another release. It handles the same messages, but it waits first, uses only ordinary activities,
// takes due steps before and after each command, and shows nothing in Temporal Web. Neither release can replay a
// history of the other.

const { decideAndRecord, performDue } = proxyActivities<CaseActivities>({ startToCloseTimeout: '1 minute' });

export async function evictionCase({ caseId }: CaseStart): Promise<void> {
  const seen: { wait: CaseWait | null } = { wait: null };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = turn.then(run);
    turn = next.catch(() => {});
    return next;
  };
  const look = async () => {
    seen.wait = (await performDue({ caseId })).wait;
  };
  for (const { definition } of Object.values(commandUpdates)) {
    setHandler(definition, ({ commandId }: CommandInput) =>
      inTurn(async (): Promise<CommandResult> => {
        await look();
        const { refusal } = await decideAndRecord({ caseId, commandId });
        await look();
        return refusal ? { ok: false, code: refusal } : { ok: true };
      }),
    );
  }
  setHandler(lookSignal, () => inTurn(look));
  setHandler(waitQuery, () => seen.wait);
  await sleep('10 ms');
  await inTurn(look);
  while (seen.wait?.waitsFor !== 'finished') {
    const { wait } = seen;
    const hasMoved = await condition(() => seen.wait !== wait, wait?.dueInMs ?? '30 days');
    if (!hasMoved) await inTurn(look);
  }
  await condition(allHandlersFinished);
}
