import '#web/shared/trusted.ts'
import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import '#web/shared/look.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { storedBrand } from '#web/shared/brand.ts'
import { reloadOnce } from '#web/shared/lazily.ts'
import { Root } from '#web/shared/Root.tsx'
import { site } from '#web/shared/session.ts'
import { App } from './App.tsx'
import { loadSessionWords } from './words.ts'

// A part that is gone is of an older version of this page.
addEventListener('vite:preloadError', () => reloadOnce())

const words = await loadSessionWords()
const brand = storedBrand()
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Root colour={brand?.primario} size={site === 'e' ? 16 : 14}>
      <App words={words} brand={brand} />
    </Root>
  </StrictMode>,
)
