import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { legacyPaths } from '#contract/shell/legacy-paths.ts'
import { screenAt } from '#contract/permissions/permissions.ts'
import { serveOldAddresses } from './old-addresses.ts'

async function led(url: string, outside = {}): Promise<string> {
  const server = Fastify()
  serveOldAddresses(server, outside)
  const { statusCode, headers } = await server.inject({ url })
  expect(statusCode).toBe(302)
  return String(headers.location)
}

describe('addresses of the portal before this one', () => {
  test.each(Object.keys(legacyPaths))('%s leads to a screen that there is', async (path) => {
    const to = await led(path)
    expect(to).toMatch(/^\/s\/[\w/-]+$/)
    expect(screenAt(to.slice(2))).not.toBeNull()
    expect(screenAt(to.slice(2))).not.toBe('companyLogin')
  })

  test('known query parameters are kept, and no others', async () => {
    expect(await led('/usuario.am?id=12')).toBe('/s/employee/12')
    expect(await led('/usuario.am?id=12/../../e')).toBe('/s/employees/list')
    expect(await led('/usuario.am?buscar=Sosa&jwt=secreto')).toBe('/s/employees/list?buscar=Sosa')
    expect(await led('/search?buscar=a%26b%3D1&periodo=2026-10&next=https://example.com')).toBe(
      '/s/documents/search?buscar=a%26b%3D1&periodo=2026-10',
    )
  })

  test('leaving is never done by opening an address', async () => {
    expect(await led('/salir')).toBe('/s/salir')
  })
})

test('external applications open at the configured addresses, else ours do', async () => {
  expect(await led('/v3/dashboard')).toBe('/s/home')
  expect(await led('/v3/tasks-manager')).toBe('/s/fileUploadResume')
  expect(await led('/v3/user/self-service/mail-edit')).toBe('/s/account')
  expect(await led('/v3/dashboard', { dashboard: 'https://tablero.example.com/' })).toBe(
    'https://tablero.example.com/',
  )
})
