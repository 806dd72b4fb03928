import { expect, test } from 'vitest'
import { employeesSite } from './cards.ts'

test.each([
  ['a host name', 'rrhh.acme.example', 'https://rrhh.acme.example/'],
  ['none', null, '/e/'],
  ['nothing', '', '/e/'],
  ['a whole address', 'http://rrhh.acme.example', '/e/'],
  ['a path', 'rrhh.acme.example/entrar', '/e/'],
  ['somebody else’s host behind an @', 'rrhh.acme.example@evil.example', '/e/'],
  ['a query', 'rrhh.acme.example?a', '/e/'],
  ['script', 'javascript:alert(1)', '/e/'],
  ['what is no address at all', 'rrhh acme', '/e/'],
])('the employees’ site opens at a host name only: %s', (_, host, address) => {
  expect(employeesSite(host)).toBe(address)
})
