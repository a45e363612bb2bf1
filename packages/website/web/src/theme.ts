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

const fontFamily = "'Inter Variable', system-ui, sans-serif";

/** Shade 8, because the default of buttons has a contrast below 4.5:1. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily,
  // The scale of type: text of 15 px, and headings a step apart.
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.55', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Distances are multiples of four.
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
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
    '--mantine-color-body': '#fcfcfd',
    '--mantine-color-default-border': '#e3e6ea',
  },
  dark: {
    '--mantine-color-dimmed': colors.gray[5],
    '--mantine-color-placeholder': colors.gray[5],
    '--mantine-color-error': colors.red[4],
  },
});
