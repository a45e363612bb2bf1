import {
  type AlertProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type InputProps,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type PasswordInputProps,
  type TableProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { createElement } from 'react';
import classes from './components.module.css';

/**
 * Sets default properties of a Mantine component. `Modal.extend` would do the same, but would load every dialog with
 * the first page.
 */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

const closeButtonProps = { 'aria-label': 'Close' };

/** The heights of controls. They are larger on touch screens. */
const controlHeights: Record<string, string> = {
  xs: 'var(--control-sm)',
  sm: 'var(--control)',
  md: 'var(--control-xl)',
  lg: 'var(--control-xl)',
};

/** Maps Mantine's color names to the tones of the tokens, which have a light and a dark value. */
const tones: Record<string, 'good' | 'warn' | 'bad' | 'accent'> = {
  green: 'good',
  yellow: 'warn',
  red: 'bad',
  blue: 'accent',
  ink: 'accent',
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const [name = ''] = (input.color ?? 'ink').split('.');
  const tone = tones[name];
  if (name === 'gray' && input.variant === 'light') {
    return {
      background: 'var(--pressed)',
      hover: 'var(--pressed)',
      color: 'var(--ink-2)',
      border: '1px solid transparent',
    };
  }
  if (name === 'gray' && input.variant === 'subtle') {
    return { background: 'transparent', hover: 'var(--hover)', color: 'var(--ink-2)', border: '1px solid transparent' };
  }
  if (tone && input.variant === 'light') {
    return {
      background: `var(--${tone}-soft)`,
      hover: `var(--${tone}-soft)`,
      color: tone === 'accent' ? 'var(--accent-ink)' : `var(--${tone})`,
      border: `1px solid var(--${tone}-line)`,
    };
  }
  if (tone === 'bad' && input.variant === 'filled') {
    return { background: 'var(--bad-fill)', hover: 'var(--bad)', color: '#fff', border: '1px solid transparent' };
  }
  if (tone && (input.variant === 'subtle' || input.variant === 'transparent')) {
    const color = tone === 'accent' ? 'var(--ink-2)' : `var(--${tone})`;
    return { background: 'transparent', hover: 'var(--hover)', color, border: '1px solid transparent' };
  }
  return defaultVariantColorsResolver(input);
};

export const theme = createTheme({
  colors: {
    ink: ['#f0f4fc', '#e1e9f9', '#c3d2f1', '#a3baf0', '#8fabee', '#6f90dd', '#4a6dc2', '#3153a3', '#2a4587', '#203770'],
    // Mantine's grays, which its components use by number, replaced by the warmer ones of the tokens.
    gray: [
      '#f8f7f5',
      '#f5f4f1',
      '#e8e6e1',
      '#e2e0da',
      '#d3d0c9',
      '#b5b2ab',
      '#6b6862',
      '#55524c',
      '#3a3834',
      '#1d1c1a',
    ],
    dark: [
      '#efeeeb',
      '#b5b2ab',
      '#9a968f',
      '#76736c',
      '#383633',
      '#2c2b29',
      '#222220',
      '#191918',
      '#141413',
      '#121211',
    ],
  },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 6 },
  variantColorResolver,
  white: '#ffffff',
  black: '#1d1c1a',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: {
    xs: 'var(--text-12)',
    sm: 'var(--text-13)',
    md: 'var(--text-14)',
    lg: 'var(--text-16)',
    xl: 'var(--text-20)',
  },
  lineHeights: {
    xs: 'var(--line-12)',
    sm: 'var(--line-13)',
    md: 'var(--line-14)',
    lg: 'var(--line-16)',
    xl: 'var(--line-20)',
  },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--text-24)', lineHeight: 'var(--line-24)' },
      h2: { fontSize: 'var(--text-20)', lineHeight: 'var(--line-20)' },
      h3: { fontSize: 'var(--text-16)', lineHeight: 'var(--line-16)' },
      h4: { fontSize: 'var(--text-14)', lineHeight: 'var(--line-14)' },
    },
  },
  spacing: { xs: 'var(--s-2)', sm: 'var(--s-3)', md: 'var(--s-4)', lg: 'var(--s-6)', xl: 'var(--s-8)' },
  radius: {
    xs: 'var(--radius-small)',
    sm: 'var(--radius)',
    md: 'var(--radius-card)',
    lg: 'var(--radius-dialog)',
  },
  defaultRadius: 'sm',
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  cursorType: 'pointer',
  components: {
    // Underline links, so that a link in a sentence is distinguished by more than its color.
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    // A title in the alert's color would have a contrast below 4.5:1.
    Alert: {
      defaultProps: { variant: 'light', p: 'sm', radius: 'sm' } satisfies Partial<AlertProps>,
      styles: {
        icon: { width: '1rem', height: '1rem', marginInlineEnd: 'var(--s-2)' },
        label: { color: 'var(--ink)', fontSize: 'var(--text-13)', fontWeight: 500 },
        title: { marginBottom: 2 },
        message: { color: 'var(--ink)', fontSize: 'var(--text-13)', lineHeight: 'var(--line-13)' },
      },
    },
    Badge: {
      defaultProps: { variant: 'light', radius: 'xs', tt: 'none', size: 'md', fw: 500 } satisfies Partial<BadgeProps>,
      vars: () => ({
        root: {
          '--badge-fz': 'var(--text-12)',
          '--badge-padding-x': '0.375rem',
          '--badge-bd': '1px solid transparent',
        },
      }),
      classNames: { root: classes['tag'] },
    },
    Checkbox: { classNames: { input: classes['check'], label: classes['checkLabel'] } },
    Radio: { classNames: { radio: classes['check'], label: classes['checkLabel'] } },
    Code: { classNames: { root: classes['code'] } },
    Button: {
      defaultProps: { size: 'sm' } satisfies Partial<ButtonProps>,
      vars: (_theme: unknown, { size = 'sm' }: ButtonProps) => ({
        root: {
          '--button-height': controlHeights[size] ?? 'var(--control)',
          '--button-fz': size === 'md' || size === 'lg' ? 'var(--text-14)' : 'var(--text-13)',
          '--button-padding-x': size === 'xs' ? 'var(--s-2)' : size === 'sm' ? 'var(--s-3)' : 'var(--s-4)',
        },
      }),
      styles: { label: { fontWeight: 500 }, section: { marginInlineEnd: 6 } },
    },
    Input: {
      // Fields of size `xs`, which are used next to a heading or in a bar, are as high as a button.
      vars: (_theme: unknown, { size }: InputProps) => ({
        wrapper: {
          '--input-height': size === 'xs' ? 'var(--control)' : 'var(--control-lg)',
          '--input-fz': size === 'xs' ? 'var(--text-13)' : 'var(--text-14)',
        },
      }),
      classNames: { wrapper: classes['field'] },
    },
    InputWrapper: {
      classNames: { error: classes['fault'] },
      vars: () => ({
        label: { '--input-label-size': 'var(--text-13)', '--input-asterisk-color': 'var(--bad)' },
        description: { '--input-description-size': 'var(--text-12)' },
        error: { '--input-error-size': 'var(--text-12)' },
      }),
      styles: { label: { fontWeight: 500, marginBottom: 4 }, description: { color: 'var(--ink-2)', marginBottom: 4 } },
    },
    // By default, Mantine focuses a placeholder that isn't a menu item. Without it, the first item gets the focus.
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
      } satisfies Partial<MenuProps>,
      classNames: { dropdown: classes['menu'], item: classes['menuItem'], itemSection: classes['menuIcon'] },
    },
    // Otherwise the <header> of a dialog counts as a second banner of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps,
        radius: 'lg',
        shadow: 'xl',
        padding: 'lg',
        centered: true,
      } satisfies Partial<ModalProps>,
      classNames: { content: classes['dialog'], header: classes['dialogHead'], title: classes['dialogTitle'] },
    },
    // Notifications give information, such as that something was saved. A failure is reported by a banner next to the
    // action instead.
    Notification: {
      defaultProps: {
        closeButtonProps,
        radius: 'md',
        icon: createElement(IconCircleCheck, { size: 18, 'aria-hidden': true }),
      } satisfies Partial<NotificationProps>,
      classNames: {
        root: classes['toast'],
        icon: classes['toastIcon'],
        description: classes['toastText'],
        closeButton: classes['toastClose'],
      },
    },
    Paper: defaults<PaperProps>({ radius: 'md' }),
    // Otherwise the button that reveals the password has no name and can't be reached by keyboard.
    PasswordInput: defaults<PasswordInputProps>({
      visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 },
    }),
    Skeleton: { classNames: { root: classes['skeleton'] } },
    // Tables have a line under each row, and no borders otherwise.
    Table: {
      defaultProps: { verticalSpacing: 9, horizontalSpacing: 'sm' } satisfies Partial<TableProps>,
      classNames: { table: 'table' },
    },
    Tabs: { classNames: { list: classes['tabs'], tab: classes['tab'] } },
  },
});

/** Sets Mantine's CSS variables to the values of the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--accent-ink)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-ink-filled': 'var(--accent)',
    '--mantine-color-ink-filled-hover': 'var(--accent-hover)',
    '--mantine-color-ink-light-color': 'var(--accent-ink)',
  };
  return { variables: {}, light: colors, dark: colors };
};
