import { Drawer, Stack } from '@mantine/core';
import { Person, Places, SchemeSwitch } from './header-parts.tsx';

/** What has no room in a narrow header. */
export function Menu({ role, onClose }: { role: 'customer' | 'attorney'; onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} position="right" size="xs" title="Menu">
      <Stack align="start">
        <Places role={role} />
        <Person role={role} />
        <SchemeSwitch />
      </Stack>
    </Drawer>
  );
}
