import { Button } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { data, held, refuse, serve, show } from '#web/testing/render.tsx'
import { useAct, type ActOptions } from './useAct.ts'
import { useCall } from './useCall.ts'

const count = call({
  method: 'GET',
  path: '/v2/count',
  need: 'public',
  summary: 'Counts.',
  answer: z.object({ n: z.int() }),
})
const raise = call({
  method: 'POST',
  path: '/v2/count/{by}',
  need: 'public',
  summary: 'Raises the count.',
  input: z.object({ by: z.int() }),
  answer: z.object({ n: z.int() }),
})

function Counter(options: ActOptions<{ by: number }, { n: number }>) {
  const { data: counted } = useCall(count, {})
  const act = useAct(raise, { refresh: [count], ...options })
  return (
    <>
      <p role="status">{counted?.n}</p>
      <p>by {act.running?.by ?? 'nothing'}</p>
      {options.inPlace && act.refusal !== null && <p role="alert">{act.refusal}</p>}
      <Button loading={act.busy} onClick={() => act.run({ by: 2 })}>
        Raise
      </Button>
      <Button onClick={act.forget}>Forget</Button>
    </>
  )
}

/** A server that counts, and refuses as long as `refusal` returns one. */
function serveCount(refusal: () => Response | null = () => null) {
  let n = 1
  return serve(({ method, path }) => {
    if (method === 'GET') return data({ n })
    const refused = refusal()
    if (refused) return refused
    n += Number(path.split('/').at(-1))
    return data({ n })
  })
}

const status = () => page.getByRole('status').first()
const button = (name: string) => page.getByRole('button', { name })

test('an act makes its call, refreshes what it changed and confirms it with the answer', async () => {
  const requests = serveCount()
  await show(<Counter done={({ n }, { by }) => `${by} more make ${n}`} />)
  await expect.element(status()).toHaveTextContent('1')
  await button('Raise').click()
  await expect.element(status()).toHaveTextContent('3')
  await expect.element(page.getByText('2 more make 3')).toBeVisible()
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
})

test('a second press while the act is under way does nothing', async () => {
  const answer = held<Response>()
  const requests = serve(({ method }) => (method === 'GET' ? data({ n: 1 }) : answer.promise))
  await show(<Counter />)
  const element = button('Raise').element() as HTMLElement
  element.click()
  element.click()
  await expect.element(page.getByText('by 2')).toBeVisible()
  await expect.element(button('Raise')).toBeDisabled()
  answer.end(data({ n: 3 }))
  await expect.element(page.getByText('by nothing')).toBeVisible()
  await expect.element(button('Raise')).toBeEnabled()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a refusal is a toast, and what the screen shows is loaded again', async () => {
  const requests = serveCount(() => refuse(409, 'CHANGED', 'It was changed meanwhile.'))
  await show(<Counter done="Raised" />)
  await expect.element(status()).toHaveTextContent('1')
  await button('Raise').click()
  await expect.element(page.getByText('It was changed meanwhile.')).toBeVisible()
  await expect.poll(() => requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  expect(page.getByText('Raised').query()).toBeNull()
})

test('a refusal in place stays until it is forgotten or the act succeeds', async () => {
  let refused = true
  serveCount(() => (refused ? refuse(400, 'TOO_MANY', 'Too many.') : null))
  await show(<Counter inPlace />)
  await button('Raise').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many.')
  await button('Forget').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await button('Raise').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  refused = false
  await button('Raise').click()
  await expect.element(status()).toHaveTextContent('3')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a server that cannot be reached is named as that', async () => {
  serve(({ method }) => {
    if (method === 'POST') throw new TypeError('offline')
    return data({ n: 1 })
  })
  await show(<Counter inPlace />)
  await button('Raise').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('No hay conexión con el servidor. Revisar la conexión y reintentar.')
})

test('an act is busy until what follows it has ended', async () => {
  serveCount()
  const following = held<void>()
  await show(<Counter onDone={() => following.promise} />)
  await button('Raise').click()
  await expect.element(status()).toHaveTextContent('3')
  await expect.element(button('Raise')).toBeDisabled()
  following.end()
  await expect.element(button('Raise')).toBeEnabled()
})
