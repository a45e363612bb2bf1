import {
  Alert,
  Anchor,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Modal,
  Notification,
  PasswordInput,
} from '@mantine/core';

/** Shade 8, because the default of buttons has a contrast below 4.5:1. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  components: {
    // A link within a sentence differs from it by more than its color.
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // In the color of the alert a title has a contrast below 4.5:1.
    Alert: Alert.extend({ styles: { label: { color: 'var(--mantine-color-text)' } } }),
    // Otherwise the <header> of a dialog counts as a second banner of the page.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Drawer: Drawer.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    // Otherwise the eye has no name, and the keyboard does not reach it.
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 } },
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
