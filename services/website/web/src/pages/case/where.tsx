import { Text, ThemeIcon, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Case, caseEventsQuery } from '../../api/queries.ts';
import { dayOf, formatDay } from '../../shared/format.ts';
import { Section } from '../../shared/parts.tsx';
import { stateNames } from '../../wording/cases.ts';
import { lifecycle, phaseNames, type Step } from './lifecycle.ts';

/** The way of the case, drawn: what is done, where it is now, and what can follow. */
export function Where({ one }: { one: Case }) {
  // Without its history the case is drawn by its state alone.
  const { data } = useQuery(caseEventsQuery(one.mode, one.id));
  const steps = lifecycle(one, data?.items ?? []);
  const now = steps.findIndex(({ status }) => status === 'now');
  return (
    <Section title="Where the case stands">
      <Timeline active={now} bulletSize={18} lineWidth={2} role="list">
        {steps.map((step) => (
          <Timeline.Item
            key={step.phase}
            role="listitem"
            aria-current={step.status === 'now' ? 'step' : undefined}
            title={step.phase === 'end' && step.status === 'now' ? stateNames[one.state] : phaseNames[step.phase]}
            bullet={step.status === 'now' ? <ThemeIcon size={10} radius="xl" color="white" /> : undefined}
            lineVariant={step.status === 'passed_over' ? 'dotted' : 'solid'}
          >
            <Note step={step} one={one} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

function Note({ step, one }: { step: Step; one: Case }) {
  const { status, since, returns, isHeld, phase } = step;
  const lines = [
    status === 'now' && phase !== 'end' ? `Now: ${stateNames[one.state]}` : null,
    isHeld && one.heldFrom !== null ? `On hold here: ${stateNames[one.heldFrom]}` : null,
    status === 'passed_over' ? 'Not part of this case' : null,
    since === null || status === 'ahead' ? null : formatDay(dayOf(new Date(since))),
    returns > 0 ? (returns === 1 ? 'Returned here once' : `Returned here ${returns} times`) : null,
  ].filter((line) => line !== null);
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed">
      {line}
    </Text>
  ));
}
