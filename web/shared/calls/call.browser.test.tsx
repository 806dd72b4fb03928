import { expect, test } from 'vitest'
import { z } from 'zod'
import { call as define } from '#contract/call.ts'
import { codeOf } from '#contract/errors.ts'
import { data, refuse, serve } from '#web/testing/render.tsx'
import { answerCalls, call } from './call.ts'

const look = define({
  method: 'GET',
  path: '/v2/look',
  need: 'public',
  summary: 'Looks.',
  answer: z.object({}),
})
const act = define({
  method: 'POST',
  path: '/v2/act',
  need: 'public',
  stepUp: true,
  summary: 'Acts.',
  answer: z.object({}),
})

test('a password that was given holds until its act is confirmed, whatever is called between', async () => {
  let passwords = 0
  answerCalls({ stepUp: () => Promise.resolve(`ticket ${++passwords}`) })
  serve(({ method, fields, ticket }) => {
    if (method === 'GET') return data({})
    if (!ticket) return refuse(403, codeOf('STEP_UP_REQUIRED'), 'Who is it?')
    return fields['confirm'] ? data({}) : refuse(409, codeOf('CONFIRMATION_REQUIRED'), 'Sure?')
  })
  const options = { idempotencyKey: 'one act' }
  await expect(call(act, {}, options)).rejects.toThrow('Sure?')
  await call(look, {})
  await call(act, {}, { ...options, confirm: ['SURE'] })
  expect(passwords).toBe(1)
})
