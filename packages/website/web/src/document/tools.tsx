import { ActionIcon, type ActionIconProps, Group } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The place of a page for the document's tools. Null if they are shown above the document. */
export const ToolsPlace = createContext<HTMLElement | null>(null);

interface ToolsProps {
  label: string;
  /** Whether these tools follow those of a document that is still loading. */
  isLast?: boolean;
  children: ReactNode;
}

/** Tools of the displayed document. */
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
  /** Whether the tool does nothing now. It keeps the focus anyway. */
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
  'aria-pressed'?: boolean;
}

/** A tool's button: an icon with a name. */
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
