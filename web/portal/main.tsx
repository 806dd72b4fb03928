import '#web/shared/pages/trusted.ts'
import '#web/shared/without-eval.ts'
import './markup.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/opsz.css'
import '#web/shared/look/look.css'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { watchConnection } from '#web/shared/calls/connection.ts'
import { watchFocus } from '#web/shared/forms/focus-before.ts'
import { startI18n, type WordsOf } from '#web/shared/texts/i18n.ts'
import { adoptLanguage, languageTag } from '#web/shared/texts/language.ts'
import { reloadOnce } from '#web/shared/pages/lazily.ts'
import { queries } from '#web/shared/calls/queries.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { ToastsContext } from '#web/shared/pages/toasts-context.ts'
import { storedColours } from '#web/shared/look/brand.ts'
import { Root } from '#web/shared/look/Root.tsx'
import { finishSignIn, followOtherTabs, storedToken, storedUser } from '#web/shared/session/session.ts'
import { keepDownload } from '#web/shared/session/backup-link.ts'
import { loadViewer, ViewerContext, ViewerRenewal, type Viewer } from '#web/shared/session/viewer.ts'
import { payrollActive } from './payroll.ts'
import { createPortalRouter } from './router.tsx'
import { StartError } from './shell/StartError.tsx'

const words: WordsOf = {
  es: () => import('#locales/portal-es.ts').then((loaded) => loaded.portalWords),
  pt: () => import('#locales/portal-pt.ts').then((loaded) => loaded.portalWords),
}

const toasts = { toast, toastError }
const root = createRoot(document.getElementById('root') ?? document.body)

/** Loads the viewer, then the words, then the screen: nothing is shown before the server has answered. */
async function start(): Promise<void> {
  const country = storedUser()?.pais ?? null
  const [viewer] = await Promise.all([whoIsIt(), startI18n(words, country)])
  if (viewer instanceof Error) return root.render(<StartError error={viewer} onRetry={start} />)
  if (viewer?.profile.restriccion) return finishSignIn()
  adoptLanguage(viewer?.profile.idioma_elegido ?? null)
  if (viewer && languageTag(viewer.profile.pais) !== document.documentElement.lang)
    await startI18n(words, viewer.profile.pais)
  root.render(
    <StrictMode>
      <Application viewer={viewer} router={createPortalRouter(viewer)} />
    </StrictMode>,
  )
}

interface ApplicationProps {
  /** Null for somebody who isn't signed in. */
  viewer: Viewer | null
  router: ReturnType<typeof createPortalRouter>
}

function Application({ viewer: first, router }: ApplicationProps) {
  const [viewer, setViewer] = useState(first)
  const renew = useCallback(async () => {
    const { company } = await loadViewer()
    setViewer((before) => before && { ...before, company })
  }, [])
  return (
    <Root colours={viewer?.company.colores ?? storedColours()} size={14}>
      <QueryClientProvider client={queries}>
        <ViewerContext value={viewer}>
          <ViewerRenewal value={renew}>
            <ToastsContext value={toasts}>
              <RouterProvider router={router} />
            </ToastsContext>
            <Notifications position="bottom-center" limit={3} containerWidth={420} />
          </ViewerRenewal>
        </ViewerContext>
      </QueryClientProvider>
    </Root>
  )
}

async function whoIsIt(): Promise<Viewer | null | Error> {
  if (!storedToken()) return null
  return Promise.all([loadViewer(), payrollActive()])
    .then(([viewer, payroll]) => ({ ...viewer, payroll }))
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
}

followOtherTabs()
watchConnection()
watchFocus()
keepDownload(location.search)
// Words that are gone are of an older version: there is nothing to say it with yet.
start().catch(reloadOnce)
