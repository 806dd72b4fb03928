import '#web/shared/pages/trusted.ts'
import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import '#web/shared/look/look.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Root } from '#web/shared/look/Root.tsx'
import { VerifyPage } from './VerifyPage.tsx'
import { loadWords } from './words.ts'

const words = await loadWords()
document.title = `${words.titulo} · Legajo`
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Root size={16}>
      <VerifyPage words={words} />
    </Root>
  </StrictMode>,
)
