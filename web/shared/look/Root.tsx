import { MantineProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { defaultColours } from '#contract/palette.ts'
import { nonce } from './nonce.ts'
import { themeOf } from './mantine-theme.ts'
import { colourScheme, type KnownColours, variablesOf } from './theme.ts'

interface Props {
  /** The company's colours, where they are known. */
  colours?: KnownColours | undefined
  /** The base text: 14 in the portal, 16 on phones. */
  size: 14 | 16
  children: ReactNode
}

/** The theme of an application: the company's colours, light or dark as the device is set. */
export function Root({ colours = defaultColours, size, children }: Props) {
  const theme = useMemo(() => themeOf(size), [size])
  const variables = useMemo(() => variablesOf(colours), [colours])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
