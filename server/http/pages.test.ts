import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { session } from '#contract/session/session.ts'
import { createApp } from '../app.ts'
import { testApp } from '../testing/app.ts'

test('the API’s base is the configured one, in the pages too', async () => {
  const app = await testApp()
  const web = mkdtempSync(join(tmpdir(), 'legajo-pages-'))
  for (const name of ['sign-in', 'verify', 'employee', 'portal', 'assets']) {
    mkdirSync(join(web, name))
    writeFileSync(join(web, name, 'index.html'), `<html><head><title>${name}</title></head></html>`)
  }
  const services = { ...app.services, config: { ...app.services.config, apiBase: '/rrhh/api' } }
  const { server } = await createApp(services, { web })
  const get = (url: string) => server.inject({ url })
  for (const url of ['/s/login', '/s/', '/e/documents', '/verificar'])
    expect((await get(url)).body).toContain('<meta name="api" content="/rrhh/api" />')
  expect((await get('/rrhh/api/openapi.json')).json().servers).toEqual([{ url: '/rrhh/api' }])
  expect((await get('/rrhh/api/docs')).body).toContain('<code>/rrhh/api</code>')
  expect((await get('/api/openapi.json')).statusCode).toBe(404)
  const form = {
    payload: 'user=nadie&password=nada',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const url = `/rrhh/api${session.login.path}`
  expect((await server.inject({ method: 'POST', url, ...form })).json()).toMatchObject({
    code: codeOf('WRONG_CREDENTIALS'),
  })
  await server.close()
  rmSync(web, { recursive: true })
})
