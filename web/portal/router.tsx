import { createBrowserRouter, redirect, useRouteError, type RouteObject } from 'react-router'
import { company } from '#contract/company.ts'
import { keepBrand } from '#web/shared/brand.ts'
import { call } from '#web/shared/call.ts'
import { lazily } from '#web/shared/lazily.ts'
import { paths } from '#web/shared/paths.ts'
import { ScreenError } from '#web/shared/ScreenError.tsx'
import { endSession, keepCompany, loginPath, storedToken } from '#web/shared/session.ts'
import { may, type Viewer } from '#web/shared/viewer.ts'
import { routes, type PortalRoute } from './routes.tsx'
import { Forbidden, NotFound, UnknownPage } from './shell/ErrorPages.tsx'
import { Frame, FrameWait } from './shell/Frame.tsx'

/** The portal's addresses for a viewer; null is nobody, who sees only what is public. */
export function createPortalRouter(viewer: Viewer | null) {
  return createBrowserRouter(
    [
      {
        path: '/',
        Component: Frame,
        HydrateFallback: FrameWait,
        // Middleware and not a loader: loaders run side by side, and a screen would ask before it may.
        middleware: [
          ({ request }) => {
            // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown response
            if (!viewer) throw leave(request)
          },
        ],
        children: [
          { index: true, loader: () => redirect(paths.home()) },
          ...routes.map((route) => screen(route, viewer)),
          { path: paths.forbidden(), Component: Forbidden },
          { path: paths.missing(), Component: NotFound },
          { path: '/404H/', Component: NotFound },
        ].map((route) => ({ ErrorBoundary: FailedScreen, ...route })),
      },
      { path: paths.unknown(), Component: UnknownPage },
      { path: '/:company', loader: companyPage, Component: UnknownPage, HydrateFallback: FrameWait },
      { path: '*', Component: UnknownPage },
    ],
    { basename: '/s' },
  )
}

function FailedScreen() {
  return <ScreenError error={useRouteError()} />
}

function screen({ path, need, lazy }: PortalRoute, viewer: Viewer | null): RouteObject {
  return {
    path,
    middleware: [
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- the router takes a thrown response
        if (viewer && !may(viewer, need)) throw redirect(paths.forbidden())
      },
    ],
    // Without a loader of its own a route's middleware would not be asked.
    loader: () => null,
    lazy: { Component: () => lazily(lazy) },
  }
}

/** Nobody is signed in: the place is remembered and the sign-in page loaded. */
function leave(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  endSession({ wanted: pathname + search })
  return new Response(null, { status: 401 })
}

/** A company's own sign-in address: its look and its name are remembered for the sign-in page. */
async function companyPage({ params }: { params: { company?: string } }): Promise<Response | null> {
  const slug = params.company ?? ''
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return null
  try {
    const { loginCustom } = await call(company.loginCustom, { company: slug })
    if (storedToken()) return redirect(paths.home())
    keepBrand({ ...loginCustom, slug, primario: loginCustom.colores.primario })
    keepCompany(slug)
    location.replace(loginPath)
    return null
  } catch {
    return null
  }
}
