import { describe, expect, test, vi } from 'vitest'
import words from '#locales/es/account.json' with { type: 'json' }

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('navigator', { language: 'es-AR' })
vi.stubGlobal('document', { documentElement: {}, querySelector: () => null })
const { laterOf, rulesOf } = await import('./password-policy.ts')

const policy = {
  minimalongitud: 8,
  maximalongitud: 32,
  minimalongitudletras: 4,
  minimacantidadmayusculas: 1,
  minimacantidaddigitos: 1,
  minimacantidadcaracteresespeciales: 1,
  caracterespespeciales: ['#', '$'],
  historialsinrepetir: 3,
  caducidad: 180,
}
const unmet = (pass: string, repass = pass) =>
  rulesOf(policy, words, pass, repass)
    .filter(({ met }) => met === false)
    .map(({ key }) => key)

describe('the policy beside a new password', () => {
  test('says nothing before anything is typed', () => {
    expect(rulesOf(policy, words, '', '').every(({ met }) => met === null)).toBe(true)
  })

  test.each([
    ['Ñandú-1#x', []],
    ['ñandú1#x', ['mayusculas']],
    ['Ñandú#xyz', ['numeros']],
    ['Ñandú1xyz', ['especiales']],
    ['Ñandú1@xyz', ['especiales']],
    ['Ña1#2345', ['letras']],
    ['Ñan1#', ['largo', 'letras']],
    [`Ñandú1#${'x'.repeat(26)}`, ['largo']],
  ])('%s fails %j', (pass, keys) => {
    expect(unmet(pass)).toEqual(keys)
  })

  test('tells a repeat that differs', () => {
    expect(unmet('Ñandú-1#x', 'Ñandú-1#')).toEqual(['coinciden'])
  })

  test('names only the rules that the company has', () => {
    const none = { ...policy, minimalongitudletras: 0, minimacantidadcaracteresespeciales: 0, caducidad: -1 }
    expect(rulesOf(none, words, '', '').map(({ key }) => key)).toEqual([
      'largo',
      'numeros',
      'mayusculas',
      'coinciden',
    ])
    expect(laterOf(none, words)).toContain('últimas 3')
    expect(laterOf(none, words)).not.toContain('Vence')
    expect(laterOf(policy, words)).toContain('180')
  })
})
