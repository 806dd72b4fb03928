import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#web/shared/look/look.css'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { RefusalBody } from '#contract/call.ts'
import { errorWords as errors } from '#locales/errors-es.ts'
import { portalWords } from '#locales/portal-es.ts'
import { watchFocus } from '#web/shared/forms/focus-before.ts'
import { Root } from '#web/shared/look/Root.tsx'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { ToastsContext } from '#web/shared/pages/toasts-context.ts'
import { startI18n } from '#web/shared/texts/i18n.ts'

/** The frame's words, those of errors, which screens with a form load, and those of a screen's area. */
const words = (ofArea: Record<string, object>) => () => Promise.resolve({ ...portalWords, errors, ...ofArea })

const toasts = { toast, toastError }

watchFocus()

/** Renders a part of a screen as the portal does, at an address; resolves to a function that returns the address. */
export async function show(
  part: ReactNode,
  address = '/',
  ofArea: Record<string, object> = {},
): Promise<() => string> {
  notifications.clean()
  await startI18n({ es: words(ofArea), pt: words(ofArea) }, 'AR')
  const router = createMemoryRouter(
    [
      { path: '/elsewhere', element: <p>elsewhere</p> },
      { path: '*', element: part },
    ],
    { initialEntries: [address] },
  )
  await render(
    <Root size={14}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ToastsContext value={toasts}>
          <RouterProvider router={router} />
        </ToastsContext>
        <Notifications />
      </QueryClientProvider>
    </Root>,
  )
  return () => router.state.location.pathname + router.state.location.search
}

/** A request as the server receives it. */
export interface Asked {
  method: string
  path: string
  fields: Record<string, string>
  key: string | null
  /** The ticket of a step-up. */
  ticket: string | null
}

/** Answers every request of the page instead of a server; returns the requests, the first one first. */
export function serve(answer: (asked: Asked) => Response | Promise<Response>): Asked[] {
  const requests: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href)
    const asked = {
      method,
      path: pathname,
      fields: Object.fromEntries(body instanceof URLSearchParams ? body : searchParams),
      key: new Headers(headers).get('idempotency-key'),
      ticket: new Headers(headers).get('x-step-up'),
    }
    requests.push(asked)
    return answer(asked)
  })
  return requests
}

/** An answer below /v2/. */
export function data(value: unknown, pagination?: object): Response {
  return Response.json({ data: value, ...(pagination && { pagination }) })
}

/** A refusal, of fields where `errors` names any. */
export function refuse(
  status: number,
  code: string,
  message: string,
  errors: RefusalBody['errors'] = [],
): Response {
  return Response.json({ code, message, errors, results: { data: [message] }, requestId: 'r-1' }, { status })
}

/** A promise and the function that fulfils it: a request that is under way until the test ends it. */
export function held<Value>(): { promise: Promise<Value>; end: (value: Value) => void } {
  const { promise, resolve } = Promise.withResolvers<Value>()
  return { promise, end: resolve }
}
