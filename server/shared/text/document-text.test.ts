import { describe, expect, test } from 'vitest'
import { idsIn, isSurelyPersonal, monthsIn } from './document-text.ts'

describe('ids in a text', () => {
  test.each([
    ['CUIL 20-28714536-6', '20287145366'],
    ['CUIL: 20 28714536 6 Legajo 00412', '20287145366'],
    ['CUIL\n20287145366\n', '20287145366'],
    ['DNI 28.714.536', '28714536'],
    ['CPF 529.982.247-25', '52998224725'],
    ['RUT 12.345.678-K', '12345678K'],
    ['RFC VECJ880326XK4', 'VECJ880326XK4'],
    ['RFC VECJ-880326-XK4.', 'VECJ880326XK4'],
    ['CI 1.234.567-2', '12345672'],
  ])('%s', (text, id) => expect(idsIn(text)).toContain(id))

  test.each([
    ['$ 20.287.145.366,00', '20287145366'],
    ['CBU 0110599520000001234567', '20000001234'],
    ['Obra social 3,00 131.328,00', '131328'],
  ])('%s has none', (text, id) => expect(idsIn(text)).not.toContain(id))

  test('fifteen characters are an id and sixteen are none', () => {
    expect([...idsIn('123456789012345')]).toEqual(['123456789012345'])
    expect([...idsIn('1234567890123456')]).toEqual([])
  })

  test('five figures are an id and four are none', () => {
    expect([...idsIn('12345')]).toEqual(['12345'])
    expect([...idsIn('1234')]).toEqual([])
  })

  test('a line of numbers gives at most five ids for each number', () => {
    const line = Array.from({ length: 2_000 }, (_, n) => String(n)).join(' ')
    const found = [...idsIn(line)]
    expect(found.length).toBeGreaterThan(2_000)
    expect(found.length).toBeLessThanOrEqual(5 * 2_000)
    expect(found.every((id) => id.length <= 15)).toBe(true)
  })

  test('text beyond a million characters is not examined', () => {
    const beyond = ' '.repeat(1_000_000)
    expect(idsIn(`${beyond}20287145366`).size).toBe(0)
    expect(monthsIn(`${beyond}10/2026`).size).toBe(0)
    expect(idsIn(`${beyond.slice(12)} 20287145366`)).toContain('20287145366')
  })

  test.each([
    ['20287145366', 'AR', true],
    ['20287145367', 'AR', false],
    ['30709126845', 'AR', false], // a company's
    ['52998224725', 'BR', true],
    ['11111111111', 'BR', false],
    ['12345672', 'UY', false],
  ])('%s in %s is surely a person’s: %s', (id, country, sure) =>
    expect(isSurelyPersonal(id, country)).toBe(sure),
  )
})

describe('months in a text', () => {
  test.each([
    ['Período\n10/2026', ['2026-10-01']],
    ['RECIBO DE HABERES 10/2026', ['2026-10-01']],
    ['Liquidación octubre de 2026, pagada el 04/11/2026', ['2026-10-01']],
    ['Competência: Outubro/2026', ['2026-10-01']],
    ['Período: 2026-09 · últ. depósito 07/2026 · 09/08/2026', ['2026-09-01']],
    ['Acuerdo del 4 de octubre de 2026', []],
    ['Vence 12/10/2026, ver 3.10.2026', []],
    ['de julio 2026 a agosto 2026', ['2026-07-01', '2026-08-01']],
  ])('%s', (text, months) => expect([...monthsIn(text)]).toEqual(months))
})
