import { Menu, type MenuItemProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

interface ActionItemProps extends MenuItemProps {
  onClick: () => void;
  children: ReactNode;
}

/** An item of a menu that asks back or opens a dialog: afterwards the focus is on the button of the menu, which stays. */
export function ActionItem({ onClick, ...props }: ActionItemProps) {
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const button = currentTarget.closest('[role=menu]')?.getAttribute('aria-labelledby');
    if (button) document.getElementById(button)?.focus();
    onClick();
  };
  return <Menu.Item {...props} onClick={act} />;
}
