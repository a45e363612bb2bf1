import {
  type AlertProps,
  type AnchorProps,
  createTheme,
  type CSSVariablesResolver,
  type DrawerProps,
  type ModalProps,
  type NotificationProps,
  type PasswordInputProps,
} from '@mantine/core';

/** What a component of Mantine has by default. `Modal.extend` is the same, and would load every dialog with the first page. */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

const closeButtonProps = { 'aria-label': 'Close' };

/** Shade 8, because the default of buttons has a contrast below 4.5:1. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  components: {
    // A link within a sentence differs from it by more than its color.
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    // In the color of the alert a title has a contrast below 4.5:1.
    Alert: defaults<AlertProps>({ styles: { label: { color: 'var(--mantine-color-text)' } } }),
    // Otherwise the <header> of a dialog counts as a second banner of the page.
    Modal: defaults<ModalProps>({ attributes: { header: { role: 'presentation' } }, closeButtonProps }),
    Drawer: defaults<DrawerProps>({ attributes: { header: { role: 'presentation' } }, closeButtonProps }),
    Notification: defaults<NotificationProps>({ closeButtonProps }),
    // Otherwise the eye has no name, and the keyboard does not reach it.
    PasswordInput: defaults<PasswordInputProps>({
      visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 },
    }),
  },
});

/** Mantine's defaults for text of less weight have a contrast below 4.5:1. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
  },
  dark: {
    '--mantine-color-dimmed': colors.gray[5],
    '--mantine-color-placeholder': colors.gray[5],
    '--mantine-color-error': colors.red[4],
  },
});
