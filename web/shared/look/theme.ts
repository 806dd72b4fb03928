import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineThemeOverride,
} from '@mantine/core'
import { type BrandColours, defaultColours, headerColours, palette, type Scheme } from '#contract/palette.ts'
import { darkGray, gray, tokens } from './tokens.ts'

/** Light, dark or the system's choice belongs to the device: no session's end removes it. */
export const colourScheme = localStorageColorSchemeManager({ key: 'theme' })

/** Order of a field's parts. */
export const inputWrapper = {
  defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
}

/** Type, space and shape. `size` is the base text: 14 in the portal, 16 on phones. */
export function lookOf(size: 14 | 16): MantineThemeOverride {
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
    // The shades are never visible: the variables below override each of them.
    colors: {
      gray: [...gray],
      dark: [...darkGray],
      accent: [...gray],
      ok: [...gray],
      warn: [...gray],
      bad: [...gray],
      info: [...gray],
    },
    autoContrast: false,
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusClassName: 'focus-ring',
    components: { InputWrapper: inputWrapper },
  })
}

/** The tokens that the header redefines, and what opens from it takes back: see `.company-header`. */
const headerTokens = ['surface', 'text', 'text2', 'text3', 'line', 'line2', 'control', 'sunken'] as const

/** The colours that are known: all of a company's, or the primary one alone. */
export type KnownColours = Pick<BrandColours, 'primario'> & Partial<BrandColours>

/** The variables of a company's colours in one scheme. */
export function brandVariables(colours: KnownColours, scheme: Scheme): Record<string, string> {
  const all = { ...defaultColours, activo: colours.primario, ...colours }
  const made = palette(all.primario, scheme)
  const open = palette(all.activo, scheme)
  const header = headerColours(all, scheme)
  return {
    '--fill': made.fill,
    '--on': made.on,
    '--hover': made.hover,
    '--fill-border': made.bordered ? made.line : 'transparent',
    '--tint': made.tint,
    '--tint2': made.tint2,
    '--tint-line': made.line,
    '--accent': made.text,
    '--edge': made.edge,
    '--open': open.tint,
    '--open-text': open.text,
    '--plate': header || scheme === 'dark' ? 'white' : 'transparent',
    '--plate-edge': header || scheme === 'dark' ? '2px' : '0px',
    '--header': header?.ground ?? 'var(--surface)',
    '--header-title': header?.title ?? 'var(--text)',
    '--header-text': header?.text ?? 'var(--text)',
    '--header-text2': header?.text ?? 'var(--text2)',
    '--header-text3': header?.text ?? 'var(--text3)',
    '--header-accent': header?.text ?? 'var(--accent)',
    '--header-control': header
      ? `color-mix(in srgb, ${header.text} 62%, ${header.ground})`
      : 'var(--control)',
    '--header-line': header ? `color-mix(in srgb, ${header.text} 22%, ${header.ground})` : 'var(--line)',
    '--header-line2': header ? `color-mix(in srgb, ${header.text} 32%, ${header.ground})` : 'var(--line2)',
    '--header-sunken': header ? `color-mix(in srgb, ${header.text} 10%, ${header.ground})` : 'var(--sunken)',
  }
}

/** Our tokens and the company's palette as CSS variables, and Mantine's own ones from them. */
export function variablesOf(colours: KnownColours): CSSVariablesResolver {
  const of = (scheme: Scheme): Record<string, string> => {
    return {
      ...Object.fromEntries(Object.entries(tokens[scheme]).map(([name, value]) => [`--${name}`, value])),
      ...Object.fromEntries(headerTokens.map((name) => [`--page-${name}`, tokens[scheme][name]])),
      ...brandVariables(colours, scheme),
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
