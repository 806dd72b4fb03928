import i18next from 'i18next'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } })
vi.stubGlobal('localStorage', { getItem: () => null })
const { startI18n } = await import('./i18n.ts')
const { counted } = await import('./fill-template.ts')

const elegidos = { elegidos_one: '{{count}} documento', elegidos_other: '{{count}} documentos' }

test('zero takes the plural in Portuguese', async () => {
  await startI18n({ es: async () => ({}), pt: async () => ({ words: { lista: elegidos } }) }, 'BR')
  const shown = (count: number) => i18next.t('lista.elegidos', { count })
  expect([0, 1, 2].map(shown)).toEqual(['0 documentos', '1 documento', '2 documentos'])
  expect([0, 1, 2].map((count) => counted(elegidos, 'elegidos', count))).toEqual([0, 1, 2].map(shown))
})
