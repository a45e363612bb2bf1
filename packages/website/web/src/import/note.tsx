import type { ReactNode } from 'react';
import classes from './import.module.css';

/** A text with little weight, such as next to a heading. */
export function Note({ children }: { children: ReactNode }) {
  return <span className={classes['note']}>{children}</span>;
}
