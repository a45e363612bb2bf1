import { IconAlertCircle, IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import { stateNames } from '../wording/names.ts';
import { stepOf, type LifeState } from './life.ts';
import classes from './status.module.css';

/** The state of a case in words, after a ring that fills as the case advances, or an icon if the case has stopped. */
export function CaseStatus({ state }: { state: LifeState }) {
  return (
    <span className={classes['status']}>
      <StatusMark state={state} />
      {stateNames[state]}
    </span>
  );
}

/** Only the ring or the icon, for use next to text that says the same. */
export function StatusMark({ state }: { state: LifeState }) {
  const stopped = icons[state];
  if (stopped) {
    const { Icon, color } = stopped;
    return <Icon size={15} stroke={2} color={color} aria-hidden />;
  }
  const step = stepOf(state);
  if (step === null) return <span className={`${classes['ring']} ${classes['draft']}`} aria-hidden />;
  const part = `${Math.round((step.place / step.of) * 100)}%`;
  return <span className={classes['ring']} style={{ '--part': part } as React.CSSProperties} aria-hidden />;
}

const icons: Partial<Record<LifeState, { Icon: typeof IconCircleCheck; color: string }>> = {
  on_hold: { Icon: IconPlayerPause, color: 'var(--warn)' },
  filing_rejected: { Icon: IconAlertCircle, color: 'var(--bad)' },
  cured: { Icon: IconCircleCheck, color: 'var(--good)' },
  resolved: { Icon: IconCircleCheck, color: 'var(--good)' },
  closed: { Icon: IconCircleCheck, color: 'var(--good)' },
  withdrawn: { Icon: IconCircleX, color: 'var(--ink-3)' },
};
