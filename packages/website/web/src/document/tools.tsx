import { ActionIcon, type ActionIconProps, Group } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element in which a page shows the document's tools. If it is null, they are shown above the document. */
export const ToolsPlace = createContext<HTMLElement | null>(null);

interface ToolsProps {
  label: string;
  /** Whether to show these tools last, even if the others are rendered later because they need the loaded document. */
  isLast?: boolean;
  children: ReactNode;
}

/** Shows tools for the displayed document. */
export function Tools({ label, isLast = false, children }: ToolsProps) {
  const place = useContext(ToolsPlace);
  const tools = (
    <Group gap={4} role="group" aria-label={label} wrap={place ? 'nowrap' : 'wrap'} style={{ order: isLast ? 1 : 0 }}>
      {children}
    </Group>
  );
  return place ? createPortal(tools, place) : tools;
}

interface ToolProps extends Omit<ActionIconProps, 'c' | 'size'> {
  name: string;
  /** Whether the tool currently has no effect. Its button can still be focused. */
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
  'aria-pressed'?: boolean;
}

/** A tool's icon button, with its name as the tooltip. */
export function Tool({ name, isOff = false, ...props }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      c={isOff ? 'var(--ink-3)' : 'var(--ink-2)'}
      size="var(--control-sm)"
      aria-label={name}
      aria-disabled={isOff}
      title={name}
      {...props}
    />
  );
}
