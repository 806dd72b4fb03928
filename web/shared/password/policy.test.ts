import { describe, expect, test, vi } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import words from '#locales/es/account.json' with { type: 'json' }

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('navigator', { language: 'es-AR' })
vi.stubGlobal('document', { documentElement: {}, querySelector: () => null })
const { blocking, laterOf, rulesOf } = await import('./policy.ts')

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
    ['Ñandú$1#x', []],
    ['Ñandú-1#x', ['especiales']],
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

  test('an empty list allows every special character, and none missing still keeps to a list', () => {
    const any = { ...policy, caracterespespeciales: [] }
    const key = (rules: ReturnType<typeof rulesOf>) => rules.find((rule) => rule.key === 'especiales')
    expect(key(rulesOf(any, words, 'Ñandú1@xyz', ''))).toMatchObject({ met: true })
    expect(key(rulesOf(any, words, 'Ñandú1xyz', ''))).toMatchObject({ met: false })
    const listed = { ...policy, minimacantidadcaracteresespeciales: 0 }
    expect(key(rulesOf(listed, words, 'Ñandú1@xyz', ''))).toMatchObject({ met: false })
    expect(key(rulesOf(listed, words, 'Ñandú1xyz', ''))).toMatchObject({ met: true })
  })

  test('a rule that only the server checks blocks after its answer, and never before', () => {
    const asked = (told: readonly string[] | null) =>
      rulesOf(policy, words, 'Ñandú$1#x', '', told).filter(({ key }) => ['personales', 'facil'].includes(key))
    expect(asked(null).map((rule) => [rule.met, blocking(rule)])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(asked([codeOf('PASSWORD_PERSONAL')]).map((rule) => [rule.met, blocking(rule)])).toEqual([
      [false, true],
      [true, false],
    ])
    expect(laterOf(policy, words, true)).not.toContain('datos personales')
  })

  test('reports a repetition that differs', () => {
    expect(unmet('Ñandú$1#x', 'Ñandú$1#')).toEqual(['coinciden'])
  })

  test('names only the rules that the company has', () => {
    const none = {
      ...policy,
      minimalongitudletras: 0,
      minimacantidadcaracteresespeciales: 0,
      caracterespespeciales: [],
      caducidad: -1,
    }
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
