import {
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { inputWrapper, lookOf } from './theme.ts'

const meanings = ['ok', 'warn', 'bad', 'info'] as const

/** A color is a meaning, or a token: any other name, as `red`, would silently be the accent. */
declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<
      (typeof meanings)[number] | 'gray' | 'mut' | 'dark' | 'accent' | `var(--${string})`,
      MantineColorsTuple
    >
  }
}

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
    // A proposal that the screen does not carry out by itself.
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

/** The whole theme: the look, and what Mantine's own parts need to have it. */
export function themeOf(size: 14 | 16): MantineThemeOverride {
  return {
    ...lookOf(size),
    variantColorResolver,
    components: {
      Button: { defaultProps: { variant: 'default' } },
      ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
      Badge: { defaultProps: { variant: 'light', radius: 6, tt: 'none', color: 'gray' } },
      Alert: { defaultProps: { variant: 'light' } },
      InputWrapper: inputWrapper,
      Checkbox: { defaultProps: { size: '16px', radius: 4 } },
      Tooltip: { defaultProps: { radius: 6, withArrow: false, openDelay: 250 } },
      // Its placeholder for the first focus is a child that a menu may not have.
      PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      ModalRoot: { defaultProps: { padding: 24, centered: true } },
      DrawerRoot: { defaultProps: { padding: 24 } },
      Select: {
        defaultProps: { checkIconPosition: 'right', allowDeselect: false, selectFirstOptionOnChange: true },
      },
      MultiSelect: { defaultProps: { checkIconPosition: 'right', selectFirstOptionOnChange: true } },
      SegmentedControl: { defaultProps: { withItemsBorders: false } },
      Tabs: { defaultProps: { variant: 'default' } },
      Progress: { defaultProps: { size: 6, radius: 3 } },
      RingProgress: { defaultProps: { rootColor: 'var(--mut)' } },
    },
  }
}
