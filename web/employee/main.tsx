import '#web/shared/pages/trusted.ts'
import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import '#web/shared/look/look.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startI18n, type WordsOf } from '#web/shared/texts/i18n.ts'
import { adoptLanguage, languageTag } from '#web/shared/texts/language.ts'
import { reloadOnce } from '#web/shared/pages/lazily.ts'
import { queries } from '#web/shared/calls/queries.ts'
import { Root } from '#web/shared/look/Root.tsx'
import {
  endSession,
  finishSignIn,
  followOtherTabs,
  storedToken,
  storedUser,
} from '#web/shared/session/session.ts'
import { loadViewer, ViewerContext, ViewerRenewal, type Viewer } from '#web/shared/session/viewer.ts'
import { Screens } from './routes.tsx'
import { StartError } from './shell/StartError.tsx'

const words: WordsOf = {
  es: () => import('#locales/employee-es.ts').then((loaded) => loaded.employeeWords),
  pt: () => import('#locales/employee-pt.ts').then((loaded) => loaded.employeeWords),
}

const root = createRoot(document.getElementById('root') ?? document.body)

/**
 * Loads the viewer and the texts, then renders. Without a session it redirects to the sign-in page, which returns here.
 */
async function start(): Promise<void> {
  if (!storedToken()) return endSession({ wanted: location.pathname + location.search })
  const country = storedUser()?.pais ?? null
  const asking = loadViewer().catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  const [viewer] = await Promise.all([asking, startI18n(words, country)])
  if (viewer instanceof Error) return root.render(<StartError error={viewer} onRetry={() => void start()} />)
  if (viewer.profile.restriccion) return finishSignIn()
  adoptLanguage(viewer.profile.idioma_elegido)
  if (languageTag(viewer.profile.pais) !== document.documentElement.lang)
    await startI18n(words, viewer.profile.pais)
  draw(viewer)
}

function draw(viewer: Viewer): void {
  root.render(
    <StrictMode>
      <Root colours={viewer.company.colores} size={16}>
        <QueryClientProvider client={queries}>
          <ViewerContext value={viewer}>
            <ViewerRenewal value={renew}>
              <BrowserRouter basename="/e">
                <Screens />
              </BrowserRouter>
            </ViewerRenewal>
          </ViewerContext>
        </QueryClientProvider>
      </Root>
    </StrictMode>,
  )
}

/** Asks for the viewer again, whose name or picture the person has changed. */
async function renew(): Promise<void> {
  draw(await loadViewer())
}

followOtherTabs()
// A missing text chunk belongs to an older version, and there are no words yet to show an error with.
start().catch(reloadOnce)
