import { Button, Group } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { confirm } from '../../shared/confirm.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { cureMeaning, cureWords, withdrawMeaning, withdrawWords } from '../../wording/case.ts';
import { useCaseAction } from './use-case-action.ts';

/** Reporting a cure and withdrawing, each with what it means. */
export function EndingActions({ one }: { one: Case }) {
  const cure = useCaseAction(one, 'report-cure');
  const withdraw = useCaseAction(one, 'withdraw');
  const askCure = async () => {
    withdraw.reset();
    const { title, verb } = cureWords;
    if (await confirm({ title, verb, meaning: cureMeaning(one) })) cure.mutate();
  };
  const askWithdraw = async () => {
    cure.reset();
    const { title, verb } = withdrawWords;
    if (await confirm({ title, verb, meaning: withdrawMeaning(one), isDangerous: true })) withdraw.mutate();
  };
  const isWithdrawing = one.data.progress.withdrawal !== null;
  return (
    <>
      <Group>
        {one.state !== 'draft' && (
          <Button variant="default" loading={cure.isPending} onClick={() => void askCure()}>
            {cureWords.verb}
          </Button>
        )}
        {!isWithdrawing && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => void askWithdraw()}>
            {withdrawWords.verb}
          </Button>
        )}
      </Group>
      <RefusalAlert error={cure.error ?? withdraw.error} />
    </>
  );
}
