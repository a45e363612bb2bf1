import { Menu, type MenuItemProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

interface ActionItemProps extends MenuItemProps {
  onClick: () => void;
  children: ReactNode;
}

/**
 * A menu item that asks for confirmation or opens a dialog. It first focuses the menu's button, which stays on the page
 * and gets the focus back afterwards.
 */
export function ActionItem({ onClick, ...props }: ActionItemProps) {
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const button = currentTarget.closest('[role=menu]')?.getAttribute('aria-labelledby');
    if (button) document.getElementById(button)?.focus();
    onClick();
  };
  return <Menu.Item {...props} onClick={act} />;
}
