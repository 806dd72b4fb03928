import { MantineProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { nonce } from './nonce.ts'
import { themeOf } from './mantine-theme.ts'
import { colourScheme, petrol, variablesOf } from './theme.ts'

interface Props {
  /** The company's colour, where it is known. */
  colour?: string | undefined
  /** The base text: 14 in the portal, 16 on phones. */
  size: 14 | 16
  children: ReactNode
}

/** The theme of an application: the company's colour, light or dark as the device is set. */
export function Root({ colour = petrol, size, children }: Props) {
  const theme = useMemo(() => themeOf(size), [size])
  const variables = useMemo(() => variablesOf(colour), [colour])
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
