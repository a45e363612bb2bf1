import type { ReactNode } from 'react';
import classes from './import.module.css';

/** Words of little weight, such as beside a heading. */
export function Note({ children }: { children: ReactNode }) {
  return <span className={classes['note']}>{children}</span>;
}
