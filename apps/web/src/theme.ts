import {
  Anchor,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
} from '@mantine/core'

/** Leaf green. White text has 7:1 contrast on shade 7 and 5:1 on shade 6. */
export const leaf: MantineColorsTuple = [
  '#eff7f2',
  '#dcede2',
  '#b9dbc6',
  '#90c5a5',
  '#66ad84',
  '#42946a',
  '#2b7a54',
  '#1d5f43',
  '#164b35',
  '#0f3526',
]

/** Earnings. Shade 8 is for text on a light background, shade 3 on a dark one. */
export const gold: MantineColorsTuple = [
  '#fdf7e7',
  '#faebc4',
  '#f6db93',
  '#f3c14b',
  '#e3a92c',
  '#c98e17',
  '#a37010',
  '#85590c',
  '#6b470b',
  '#4a3108',
]

/** Warm neutrals, in place of Mantine's bluish greys. */
export const gray: MantineColorsTuple = [
  '#faf8f3',
  '#f3f0e8',
  '#e9e4d9',
  '#dbd5c7',
  '#c3bbaa',
  '#9c9483',
  '#6d6658',
  '#534d42',
  '#38342c',
  '#211f1a',
]

export const dark: MantineColorsTuple = [
  '#ebe8e0',
  '#cfccc3',
  '#aeaba1',
  '#8b897f',
  '#565d56',
  '#444b45',
  '#272e29',
  '#171b18',
  '#111411',
  '#0b0d0b',
]

export const red: MantineColorsTuple = [
  '#fcf0ee',
  '#f8dcd7',
  '#efb6ad',
  '#e89488',
  '#e0776a',
  '#d1564a',
  '#b93a2f',
  '#9c2c24',
  '#80231d',
  '#5a1814',
]

/** Mantine's medium control is 42 px high; touch targets need 44 px. */
const touchHeight = '2.75rem'

export const theme = createTheme({
  colors: { leaf, gold, gray, dark, red },
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 6 },
  black: '#1c1f1b',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'Roboto Mono', 'Liberation Mono', monospace",
  fontSizes: { xs: '0.8125rem' },
  lineHeights: { md: '1.6' },
  spacing: { xs: '0.5rem' },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.625rem', lg: '1rem', xl: '1.5rem' },
  headings: {
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.3rem + 1.4vw, 2.125rem)', lineHeight: '1.2' },
      h2: { fontSize: 'clamp(1.25rem, 1.1rem + 0.7vw, 1.5rem)', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, props) => ({
        root: props.size === 'md' ? { '--button-height': touchHeight, '--button-fz': '1rem' } : {},
      }),
    }),
    // Named, not imported: a page without fields should not load them.
    Input: {
      defaultProps: { size: 'md' },
      vars: () => ({ wrapper: { '--input-height': touchHeight } }),
    },
    InputWrapper: { defaultProps: { size: 'md' } },
    // Its 24 px are the least that a pointer may have to hit.
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    // A menu may hold nothing but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

/** Colours named by meaning. CSS modules use these and Mantine's own variables, never literal colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--chuma-page-width': '68rem',
    '--chuma-wide-page-width': '84rem',
    '--chuma-header-height': '4rem',
    '--chuma-tab-bar-height': '4rem',
    '--chuma-figure': '1.375rem',
    '--chuma-figure-large': '1.75rem',
    '--chuma-gap-tight': '0.25rem',
    '--chuma-gap-section': 'clamp(2.5rem, 1.9rem + 2.6vw, 4rem)',
  },
  light: {
    '--mantine-color-body': 'var(--mantine-color-gray-0)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--chuma-surface': 'var(--mantine-color-white)',
    '--chuma-surface-quiet': 'var(--mantine-color-gray-1)',
    '--chuma-line': 'var(--mantine-color-gray-2)',
    '--chuma-track': 'var(--mantine-color-gray-3)',
    '--chuma-progress': 'var(--mantine-color-leaf-7)',
    '--chuma-focus': 'var(--mantine-color-gold-6)',
    '--chuma-hero': 'var(--mantine-color-leaf-8)',
    '--chuma-on-hero': 'var(--mantine-color-white)',
    '--chuma-on-hero-quiet': 'var(--mantine-color-leaf-1)',
    '--chuma-money': 'var(--mantine-color-leaf-8)',
    '--chuma-earning': 'var(--mantine-color-gold-8)',
    '--chuma-earning-surface': 'var(--mantine-color-gold-0)',
    '--chuma-earning-line': 'var(--mantine-color-gold-2)',
    '--chuma-good': 'var(--mantine-color-leaf-8)',
    '--chuma-good-surface': 'var(--mantine-color-leaf-1)',
    '--chuma-bad': 'var(--mantine-color-red-7)',
    '--chuma-bad-surface': 'var(--mantine-color-red-0)',
    '--chuma-shadow': '0 1px 2px rgb(60 50 30 / 6%), 0 8px 24px rgb(60 50 30 / 6%)',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-leaf-3)',
    '--chuma-surface': 'var(--mantine-color-dark-6)',
    '--chuma-surface-quiet': 'var(--mantine-color-dark-8)',
    '--chuma-line': 'var(--mantine-color-dark-5)',
    '--chuma-track': 'var(--mantine-color-dark-5)',
    '--chuma-progress': 'var(--mantine-color-leaf-4)',
    '--chuma-focus': 'var(--mantine-color-gold-3)',
    '--chuma-hero': 'var(--mantine-color-leaf-9)',
    '--chuma-on-hero': 'var(--mantine-color-white)',
    '--chuma-on-hero-quiet': 'var(--mantine-color-leaf-1)',
    '--chuma-money': 'var(--mantine-color-leaf-2)',
    '--chuma-earning': 'var(--mantine-color-gold-3)',
    '--chuma-earning-surface': 'rgb(243 193 75 / 10%)',
    '--chuma-earning-line': 'rgb(243 193 75 / 26%)',
    '--chuma-good': 'var(--mantine-color-leaf-2)',
    '--chuma-good-surface': 'rgb(66 148 106 / 22%)',
    '--chuma-bad': 'var(--mantine-color-red-3)',
    '--chuma-bad-surface': 'rgb(209 86 74 / 20%)',
    '--chuma-shadow': 'none',
  },
})
