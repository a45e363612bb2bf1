import { Box, NavLink } from '@mantine/core';
import { intakeWords as words, stepNames } from '../../wording/intake.ts';
import type { StepId } from './steps.ts';

interface StepListProps {
  steps: readonly StepId[];
  now: StepId;
  /** Before the first save there is nothing to go to. */
  isNew: boolean;
  goTo: (step: StepId) => void;
}

/** The steps of the intake. Going to one saves the step that is left. */
export function StepList({ steps, now, isNew, goTo }: StepListProps) {
  return (
    <Box component="nav" aria-label={words.steps}>
      {steps.map((step, index) => (
        <NavLink
          key={step}
          component="button"
          type="button"
          label={`${index + 1}. ${stepNames[step]}`}
          active={step === now}
          variant="subtle"
          aria-current={step === now ? 'step' : undefined}
          disabled={isNew && step !== now}
          aria-disabled={isNew && step !== now}
          onClick={() => goTo(step)}
        />
      ))}
    </Box>
  );
}
