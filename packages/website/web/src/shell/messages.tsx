import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import classes from './messages.module.css';

const Notifications = lazy(async () => ({ default: (await import('./notifications.ts')).Notifications }));

/** Short messages in the corner, loaded when the first one is shown. */
export function Messages() {
  const { notifications } = useNotifications();
  return (
    <Suspense>
      {notifications.length > 0 && <Notifications position="bottom-right" className={classes['messages'] ?? ''} />}
    </Suspense>
  );
}
