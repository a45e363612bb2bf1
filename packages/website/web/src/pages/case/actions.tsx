import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconMessage, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Case } from '../../api/queries.ts';
import { ActionItem } from '../../shared/action-item.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import classes from './next-step.module.css';
import { isDeletable, useCaseAction } from './use-case.ts';

interface ActionsProps {
  one: Case;
  /** Shown before the menu. */
  children: ReactNode;
  /** Menu items before those that end the case. */
  items?: ReactNode;
  /** Shown below the buttons. */
  below?: ReactNode;
}

/** Shows the main buttons for a case, and a menu with the other actions. */
export function Actions({ one, children, items, below }: ActionsProps) {
  const { state, mode, data } = one;
  const navigate = useNavigate({ from: '/cases/$id' });
  const withdraw = useCaseAction(one, 'withdraw', {
    ask: { title: 'Withdraw this case?', verb: 'Withdraw case', meaning: withdrawMeaning(one), isDangerous: true },
  });
  const canWithdraw = data.progress.withdrawal === null && !isDeletable(one);
  const canWrite = mode === 'live' && state !== 'draft';
  return (
    <>
      <div className={`${classes['do']} no-print`}>
        {children}
        {(items !== undefined || canWithdraw || canWrite) && (
          <Menu position="bottom-start" width={224}>
            <Menu.Target>
              <Button
                size="md"
                variant="default"
                loading={withdraw.button.loading}
                rightSection={<IconChevronDown size={16} aria-hidden />}
              >
                Other actions
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {items}
              {canWrite && (
                <Menu.Item
                  leftSection={<IconMessage size={16} aria-hidden />}
                  onClick={() => void navigate({ search: (now) => ({ ...now, part: 'messages' }), replace: true })}
                >
                  Message the attorney
                </Menu.Item>
              )}
              {canWithdraw && (items !== undefined || canWrite) && <Menu.Divider />}
              {canWithdraw && (
                <ActionItem
                  c="var(--bad)"
                  leftSection={<IconX size={16} aria-hidden />}
                  onClick={withdraw.button.onClick}
                >
                  Withdraw case
                </ActionItem>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div className={classes['whole']}>
        <RefusalAlert error={withdraw.error} />
        {below}
      </div>
    </>
  );
}

/** Says what withdrawing the case means in its current state. */
function withdrawMeaning({ mode, state, attorney }: Pick<Case, 'mode' | 'state' | 'attorney'>): string {
  if (state === 'draft')
    return 'The draft will be withdrawn, which cannot be undone. If an attorney has accepted the case, it first goes on hold until the attorney confirms that all work has stopped.';
  if (mode === 'test') return 'The test case will be withdrawn at once. This cannot be undone.';
  if (attorney === null) {
    return 'If no attorney is engaged and no work is in progress, the case ends at once. Otherwise, it goes on hold until it is confirmed that all work has stopped.';
  }
  return 'This requests a withdrawal. The case goes on hold and ends once the attorney confirms that all work has stopped. A case already filed with the court needs its own dismissal there.';
}
