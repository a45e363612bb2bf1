import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { firstPart, pathOfGate, type StepId, stepOfGate } from './steps.ts';
import type { IntakeFault, useIntake } from './use-intake.ts';

interface Steps {
  one: Case | null;
  mode: Mode;
  step: StepId;
  saveDraft: ReturnType<typeof useIntake>['saveDraft'];
}

/**
 * Returns functions that move between steps, run the checks and submit. Those named `saveAnd…` save the draft first.
 */
export function useSteps({ one, mode, step, saveDraft }: Steps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const focus = useFocus(step);
  const submit = useMutation({ mutationFn: (id: string) => call('POST /v1/cases/{id}/submit', { id }, { mode }) });
  const check = useMutation({
    mutationFn: (id: string) => call('POST /v1/cases/{id}/validate', { id }, { mode }),
    // Clear the error of an earlier submit, which a new check makes outdated.
    onMutate: () => submit.reset(),
  });

  const { mutate: checkNow } = check;
  const id = one?.id;
  useEffect(() => {
    if (id !== undefined) checkNow(id);
  }, [id, checkNow]);

  const goTo = (fault: IntakeFault) => {
    focus(fault);
    if (fault.step === step || !one) return;
    void navigate({ to: '/cases/$id/edit', params: { id: one.id }, search: { step: fault.step } });
  };
  /** Saves the draft and returns it. If there is a fault, shows its field and returns null. */
  const saved = async (isLast = false): Promise<Case | null> => {
    const result = await saveDraft(undefined, isLast);
    if (result === null || !('path' in result)) return result;
    goTo(result);
    return null;
  };
  return {
    submit,
    check,
    goToGate: (gate: string) => goTo({ step: stepOfGate(gate), path: pathOfGate(gate) }),
    saveAndGoTo: async (to: StepId): Promise<void> => {
      const now = await saved();
      if (!now) return;
      // A new draft is checked by the page that opens next.
      if (one) check.mutate(now.id);
      await navigate({ to: '/cases/$id/edit', params: { id: now.id }, search: { step: to }, replace: one === null });
    },
    saveAndCheck: async (): Promise<void> => {
      const now = await saved();
      if (now) check.mutate(now.id);
    },
    saveAndSubmit: async (): Promise<void> => {
      const now = await saved(true);
      if (!now) return;
      // Ignore a refusal here. The form shows it.
      const { case: submitted } = await submit.mutateAsync(now.id).catch(() => ({ case: null }));
      if (!submitted) return;
      queries.setQueryData(caseQuery(mode, submitted.id).queryKey, submitted);
      void queries.invalidateQueries({ queryKey: [mode] });
      await navigate({ to: '/cases/$id', params: { id: submitted.id } });
    },
  };
}

/** Moves the focus to a field when its step is on the page, and otherwise to the heading of a new step. */
function useFocus(step: StepId) {
  const [wish, setWish] = useState<IntakeFault | null>(null);
  const shown = useRef(step);
  useEffect(() => {
    const isNewStep = shown.current !== step;
    shown.current = step;
    if (wish !== null && wish.step !== step && !isNewStep) return; // its step isn't on the page yet
    const field = wish?.step === step ? fieldOf(wish.path) : null;
    if (wish !== null || isNewStep) (field ?? document.querySelector<HTMLElement>('h1'))?.focus();
    setWish(null);
  }, [wish, step]);
  return setWish;
}

/**
 * Finds the field for a path, or for the part that contains it, because a ledger line can be on another page of the
 * table.
 */
function fieldOf(path: string): HTMLElement | null {
  const place = (of: string) => `[data-path="${CSS.escape(of)}"]`;
  const within = (of: string) => ['', ' '].map((gap) => `${place(of)}${gap}:is(input, select, textarea, [tabindex])`);
  const find = (of: string) => document.querySelector<HTMLElement>(within(of).join());
  return find(path) ?? find(firstPart(path));
}
