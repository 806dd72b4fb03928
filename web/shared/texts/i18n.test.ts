import i18next from 'i18next'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } })
vi.stubGlobal('localStorage', { getItem: () => null })
const { startI18n } = await import('./i18n.ts')
const { counted } = await import('./fill-template.ts')

const words = { documentos_one: '{{count}} documento', documentos_other: '{{count}} documentos' }

test('zero takes the plural in Portuguese', async () => {
  await startI18n({ es: async () => ({}), pt: async () => ({ words }) }, 'BR')
  const shown = (count: number) => i18next.t('documentos' as 'zona', { count, lugar: '' })
  expect([0, 1, 2].map(shown)).toEqual(['0 documentos', '1 documento', '2 documentos'])
  expect([0, 1, 2].map((count) => counted(words, 'documentos', count))).toEqual([0, 1, 2].map(shown))
})
