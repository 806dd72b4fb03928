import {
  createBrowserRouter,
  generatePath,
  Outlet,
  redirect,
  replace,
  useRouteError,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import {
  allScreens,
  externalAddresses,
  type Screen,
  type ScreenId,
  screenAt,
  screenOf,
} from '#contract/permissions/permissions.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { ScreenError } from '#web/shared/pages/ScreenError.tsx'
import { endSession, takeWanted } from '#web/shared/session/session.ts'
import type { Viewer } from '#web/shared/session/viewer.ts'
import { checkBefore } from './checks.ts'
import { companyPage } from './company-page.ts'
import { wayOf } from './guard.ts'
import { configuredOutside } from './outside.ts'
import { loadScreen, screens } from './screens.ts'
import { AlonePage } from './shell/AlonePage.tsx'
import { UnknownPage } from './shell/UnknownPage.tsx'
import { NotFound, UnknownInside } from './shell/ErrorPages.tsx'
import { Forbidden } from './shell/Forbidden.tsx'
import { Frame, FrameWait } from './shell/Frame.tsx'
import { NotBuiltYet } from './shell/NotBuiltYet.tsx'
import { SignOutPage } from './shell/SignOutPage.tsx'

/** The portal's addresses for a viewer; null is nobody, who sees only what is public. */
export function createPortalRouter(viewer: Viewer | null) {
  const inFrame = allScreens().filter(({ need }) => need !== 'public')
  const errors: RouteObject[] = [
    { path: paths.forbidden(), Component: Forbidden },
    { path: paths.missing(), Component: NotFound },
    { path: screenOf('error404H').path, Component: UnknownInside },
  ]
  return createBrowserRouter(
    [
      {
        Component: Frame,
        HydrateFallback: FrameWait,
        // Middleware and not a loader: loaders run side by side, and a screen would ask before it may.
        middleware: [
          ({ request }) => {
            // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown response
            if (!viewer) throw leave(request)
          },
        ],
        children: [...inFrame.map((each) => screenRoute(each, viewer)), ...(viewer ? errors : [])].map(
          (route) => ({ ErrorBoundary: FailedScreen, ...route }),
        ),
      },
      ...(viewer ? [] : [{ Component: Alone, children: errors }]),
      { path: screenOf('salir').path, Component: SignOutPage },
      { path: paths.unknown(), Component: UnknownPage },
      { path: screenOf('companyLogin').path, loader: companyPage, HydrateFallback: FrameWait },
      { path: '*', loader: ({ request }) => unknown(request), HydrateFallback: FrameWait },
    ],
    { basename: '/s' },
  )
}

/** A page for nobody in particular. */
function Alone() {
  return (
    <AlonePage>
      <Outlet />
    </AlonePage>
  )
}

function FailedScreen() {
  return <ScreenError error={useRouteError()} />
}

function screenRoute({ id, path }: Screen & { id: ScreenId }, viewer: Viewer | null): RouteObject {
  const built = screens.find((screen) => screen.id === id)
  return {
    path,
    middleware: [
      async (args) => {
        const elsewhere = viewer && (await leadsElsewhere(id, viewer, args))
        // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown response
        if (elsewhere) throw elsewhere
      },
    ],
    // Without a loader of its own a route's middleware would not be asked.
    loader: () => null,
    lazy: {
      Component: built
        ? () => lazily(() => loadScreen(built)).catch(unloaded)
        : () => Promise.resolve(() => <NotBuiltYet id={id} />),
    },
  }
}

/** Said in the screen's place: the router shows nothing at all of a first screen that could not be had. */
const unloaded = (error: unknown) => () => <ScreenError error={error} />

/** Redirects where the guard decides so. */
async function leadsElsewhere(
  id: ScreenId,
  viewer: Viewer,
  { request, params }: LoaderFunctionArgs,
): Promise<Response | null> {
  const { profile, actions, payroll } = viewer
  const way = wayOf(id, { audience: profile.sitio, actions, payroll }, configuredOutside)
  const { pathname, search } = new URL(request.url)
  const wanted = pathname.replace(/^\/s(?=\/)/, '') + search
  switch (way.is) {
    case 'signIn':
      return leave(request)
    case 'forbidden':
      return redirect(paths.forbidden(wanted))
    case 'leave':
      location.replace(externalAddresses[way.address])
      // Nothing of ours shows any more.
      return new Promise(() => {})
    case 'on':
      return replace(generatePath(screenOf(way.to).path, params))
    case 'open': {
      if (id === 'Redirect') return replace(wantedOf(viewer))
      const missing = await checkBefore(id, actions)
      return missing.length > 0 ? redirect(paths.forbidden(wanted, missing)) : null
    }
  }
}

/** The place that was asked for before signing in, if it is one of the portal's. */
function wantedOf({ profile }: Viewer): string {
  const wanted = takeWanted(profile).replace(/^\/s(?=\/)/, '')
  const screen = screenAt(wanted.replace(/[?#].*/, ''))
  return screen && screen !== 'Redirect' && screenOf(screen).need !== 'public' ? wanted : paths.home()
}

/** Nobody is signed in: the place is remembered and the sign-in page loaded. */
function leave(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  // For the Redirect screen itself the wanted address is already stored.
  if (screenAt(pathname.slice(2)) === 'Redirect') endSession()
  else endSession({ wanted: pathname + search })
  return new Response(null, { status: 401 })
}

function unknown(request: Request): Response {
  return replace(paths.unknown(new URL(request.url).pathname.slice(2)))
}
