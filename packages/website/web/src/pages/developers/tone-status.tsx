import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './developers.module.css';

const icons = { good: IconCircleCheck, warning: IconClock, bad: IconAlertCircle, neutral: IconClock };

/** A status in words, after an icon. */
export function ToneStatus({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={classes['status']} data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
