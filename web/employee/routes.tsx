import { lazy, Suspense, type ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { lazily } from '#web/shared/pages/lazily.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { form } from './forms.ts'
import { Boundary } from './shell/Boundary.tsx'
import { Frame } from './shell/Frame.tsx'
import { UnknownPage } from './shell/UnknownPage.tsx'

/** A screen of the employees' site. All of them need the employee's own session and nothing else. */
interface EmployeeRoute {
  id: string
  /** Below /e. */
  path: string
  lazy: () => Promise<ComponentType>
}

/** A screen with the texts of forms, which the first screens do without. */
const withWords = (load: EmployeeRoute['lazy']) => async () => (await form(load)()).default

/** Every screen of the employees' site. */
export const routes = [
  {
    id: 'start',
    path: employeePaths.start(),
    lazy: () => import('./areas/me/StartPage.tsx').then((loaded) => loaded.StartPage),
  },
  {
    id: 'documents',
    path: employeePaths.documents(),
    lazy: () => import('./areas/me/MyDocumentsPage.tsx').then((loaded) => loaded.MyDocumentsPage),
  },
  {
    id: 'document',
    path: '/documentos/:id',
    lazy: () => import('./areas/me/ReadPage.tsx').then((loaded) => loaded.ReadPage),
  },
  {
    id: 'signed',
    path: '/firmado/:ids',
    lazy: () => import('./areas/me/SignedPage.tsx').then((loaded) => loaded.SignedPage),
  },
  {
    id: 'uploads',
    path: employeePaths.uploads(),
    lazy: withWords(() => import('./areas/uploads/UploadsPage.tsx').then((loaded) => loaded.UploadsPage)),
  },
  {
    id: 'newUpload',
    path: employeePaths.newUpload(),
    lazy: withWords(() => import('./areas/uploads/SendPage.tsx').then((loaded) => loaded.SendPage)),
  },
  {
    id: 'upload',
    path: '/solicitudes/:id',
    lazy: withWords(() => import('./areas/uploads/UploadPage.tsx').then((loaded) => loaded.UploadPage)),
  },
  {
    id: 'team',
    path: employeePaths.team(),
    lazy: withWords(() => import('./areas/team/TeamPage.tsx').then((loaded) => loaded.TeamPage)),
  },
  {
    id: 'teamRequest',
    path: '/equipo/:id',
    lazy: withWords(() => import('./areas/team/RequestPage.tsx').then((loaded) => loaded.RequestPage)),
  },
  {
    id: 'billboard',
    path: employeePaths.billboard(),
    lazy: withWords(() =>
      import('./areas/billboard/BillboardPage.tsx').then((loaded) => loaded.BillboardPage),
    ),
  },
  {
    id: 'account',
    path: employeePaths.account(),
    lazy: () => import('./areas/account/AccountPage.tsx').then((loaded) => loaded.AccountPage),
  },
  {
    id: 'ownData',
    path: '/cuenta/datos/:section',
    lazy: () => import('./areas/account/own-data/loading.ts').then((loaded) => loaded.loadSectionPage()),
  },
  {
    id: 'seen',
    path: employeePaths.seen(),
    lazy: () => import('./areas/account/ActivityPage.tsx').then((loaded) => loaded.SeenPage),
  },
  {
    id: 'sessions',
    path: employeePaths.sessions(),
    lazy: () => import('./areas/account/ActivityPage.tsx').then((loaded) => loaded.SessionsPage),
  },
] as const satisfies readonly EmployeeRoute[]

const screens = routes.map(({ path, lazy: load }) => {
  const Screen = lazy(async () => ({ default: await lazily<ComponentType>(load) }))
  return { path, element: <Screen /> }
})

/**
 * The screens by their addresses. The router without loaders is less than half as heavy as the portal's, and
 * there is nothing to guard: who has no session of this site never gets here.
 */
export function Screens() {
  return (
    <Routes>
      <Route element={<Frame />}>
        {screens.map(({ path, element }) => (
          <Route
            key={path}
            path={path}
            element={
              <Boundary key={path}>
                <Suspense fallback={null}>{element}</Suspense>
              </Boundary>
            }
          />
        ))}
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  )
}
