import '#web/shared/pages/trusted.ts'
import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import '#web/shared/look/look.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { defaultColours } from '#contract/palette.ts'
import { storedBrand } from '#web/shared/look/brand.ts'
import { reloadOnce } from '#web/shared/pages/lazily.ts'
import { nonce } from '#web/shared/look/nonce.ts'
import { site } from '#web/shared/session/session.ts'
import { colourScheme, lookOf, variablesOf } from '#web/shared/look/theme.ts'
import { App } from './App.tsx'
import { pictureReady } from './Page.tsx'
import { loadSessionWords } from './words.ts'

// A missing chunk belongs to an older version of this page.
addEventListener('vite:preloadError', () => reloadOnce())

const [words] = await Promise.all([loadSessionWords(), pictureReady])
const brand = storedBrand()
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <MantineProvider
      theme={lookOf(site === 'e' ? 16 : 14)}
      cssVariablesResolver={variablesOf({
        primario: brand?.pagina?.colores?.primario ?? brand?.primario ?? defaultColours.primario,
      })}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <App words={words} brand={brand} />
    </MantineProvider>
  </StrictMode>,
)
