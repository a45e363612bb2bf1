import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './setting.module.css';

interface SettingProps {
  title: string;
  /** The purpose of the setting, shown under its name. */
  help?: ReactNode;
  children: ReactNode;
}

/** One setting: its name on the left, its fields on the right, and a hairline before the next one. */
export function Setting({ title, help, children }: SettingProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['setting']}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {help !== undefined && <p className={classes['help']}>{help}</p>}
      </div>
      <div className={classes['fields']}>{children}</div>
    </section>
  );
}

/** The settings of a page, one below the other. */
export function Settings({ children }: { children: ReactNode }) {
  return <div className={classes['settings']}>{children}</div>;
}
