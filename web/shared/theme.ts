import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { palette, type Scheme } from '#contract/palette.ts'
import { darkGray, gray, tokens } from './tokens.ts'

/** The colour of an installation before it knows whose it is. */
export const petrol = '#0f5c6e'

/** Light, dark or the system's choice belongs to the device: no session's end removes it. */
export const colourScheme = localStorageColorSchemeManager({ key: 'theme' })

const meanings = ['ok', 'warn', 'bad', 'info'] as const

const variantColorResolver: VariantColorsResolver = (input) => {
  const { variant, color } = input
  const meaning = meanings.find((each) => each === color)
  const edge = '1px solid transparent'
  if (meaning && variant === 'filled')
    return {
      background: `var(--${meaning})`,
      hover: `var(--${meaning})`,
      color: 'var(--surface)',
      border: edge,
    }
  if (meaning)
    return {
      background: variant === 'light' ? `var(--${meaning}-tint)` : 'var(--surface)',
      hover: variant === 'light' ? `var(--${meaning}-tint)` : 'var(--sunken)',
      color: `var(--${meaning})`,
      border: variant === 'light' ? edge : '1px solid var(--line2)',
    }
  if (color === 'gray' && variant === 'light')
    return { background: 'var(--mut)', hover: 'var(--mut)', color: 'var(--text2)', border: edge }
  switch (variant) {
    case 'filled':
      return {
        background: 'var(--fill)',
        hover: 'var(--hover)',
        color: 'var(--on)',
        border: '1px solid var(--fill-border)',
      }
    case 'light':
      return { background: 'var(--tint)', hover: 'var(--tint2)', color: 'var(--accent)', border: edge }
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--sunken)',
        color: 'var(--text)',
        border: '1px solid var(--line2)',
      }
    // What the screen proposes and doesn't do by itself.
    case 'outline':
      return {
        background: 'var(--surface)',
        hover: 'var(--sunken)',
        color: 'var(--accent)',
        border: '1px solid var(--tint-line)',
      }
    case 'subtle':
      return { background: 'transparent', hover: 'var(--sunken)', color: 'var(--text2)', border: edge }
    default:
      return defaultVariantColorsResolver(input)
  }
}

/** The theme of a company, by its colour. `size` is the base text: 14 in the portal, 16 on phones. */
export function themeOf(size: 14 | 16): MantineThemeOverride {
  const large = size === 16
  return createTheme({
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontSizes: large
      ? { xs: '14px', sm: '15px', md: '16px', lg: '18px', xl: '24px' }
      : { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.34', sm: '1.385', md: '1.43', lg: '1.5', xl: '1.4' },
    headings: {
      fontWeight: '620',
      sizes: {
        h1: large ? { fontSize: '24px', lineHeight: '30px' } : { fontSize: '20px', lineHeight: '28px' },
        h2: large
          ? { fontSize: '18px', lineHeight: '26px' }
          : { fontSize: '15px', lineHeight: '22px', fontWeight: '600' },
        h3: { fontSize: '14px', lineHeight: '20px', fontWeight: '600' },
      },
    },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    defaultRadius: 8,
    shadows: { xs: 'none', sm: 'none', md: 'var(--float)', lg: 'var(--float)', xl: 'var(--float)' },
    black: '#1b1c19',
    primaryColor: 'accent',
    // The shades are never seen: the variables below stand before each of them.
    colors: {
      gray: [...gray],
      dark: [...darkGray],
      accent: [...gray],
      ok: [...gray],
      warn: [...gray],
      bad: [...gray],
      info: [...gray],
    },
    variantColorResolver,
    autoContrast: false,
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusClassName: 'focus-ring',
    components: {
      Button: { defaultProps: { variant: 'default' } },
      ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
      Badge: { defaultProps: { variant: 'light', radius: 6, tt: 'none', color: 'gray' } },
      Alert: { defaultProps: { variant: 'light' } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Checkbox: { defaultProps: { size: '16px', radius: 4 } },
      Tooltip: { defaultProps: { radius: 6, withArrow: false, openDelay: 250 } },
      // Its placeholder for the first focus is a child that a menu may not have.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      ModalRoot: { defaultProps: { padding: 24, centered: true } },
      DrawerRoot: { defaultProps: { padding: 24 } },
      Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
      MultiSelect: { defaultProps: { checkIconPosition: 'right' } },
      SegmentedControl: { defaultProps: { withItemsBorders: false } },
      Tabs: { defaultProps: { variant: 'default' } },
      Progress: { defaultProps: { size: 6, radius: 3 } },
      RingProgress: { defaultProps: { rootColor: 'var(--mut)' } },
    },
  })
}

/** Our tokens and the company's palette as CSS variables, and Mantine's own ones from them. */
export function variablesOf(colour: string): CSSVariablesResolver {
  const of = (scheme: Scheme): Record<string, string> => {
    const made = palette(colour, scheme)
    return {
      ...Object.fromEntries(Object.entries(tokens[scheme]).map(([name, value]) => [`--${name}`, value])),
      '--fill': made.fill,
      '--on': made.on,
      '--hover': made.hover,
      '--fill-border': made.bordered ? made.line : 'transparent',
      '--tint': made.tint,
      '--tint2': made.tint2,
      '--tint-line': made.line,
      '--accent': made.text,
      '--edge': made.edge,
    }
  }
  return () => ({
    variables: {
      '--mantine-color-body': 'var(--surface)',
      '--mantine-color-text': 'var(--text)',
      '--mantine-color-dimmed': 'var(--text3)',
      '--mantine-color-placeholder': 'var(--text3)',
      '--mantine-color-default': 'var(--surface)',
      '--mantine-color-default-border': 'var(--line2)',
      '--mantine-color-default-hover': 'var(--sunken)',
      '--mantine-color-default-color': 'var(--text)',
      '--mantine-color-anchor': 'var(--accent)',
      '--mantine-color-error': 'var(--bad)',
      '--mantine-primary-color-filled': 'var(--fill)',
      '--mantine-primary-color-filled-hover': 'var(--hover)',
      '--mantine-primary-color-contrast': 'var(--on)',
      '--mantine-primary-color-light': 'var(--tint)',
      '--mantine-primary-color-light-hover': 'var(--tint2)',
      '--mantine-primary-color-light-color': 'var(--accent)',
      '--mantine-color-accent-filled': 'var(--fill)',
      '--mantine-color-accent-light': 'var(--tint)',
      '--mantine-color-accent-light-hover': 'var(--tint2)',
      '--mantine-color-accent-light-color': 'var(--accent)',
    },
    light: of('light'),
    dark: of('dark'),
  })
}
