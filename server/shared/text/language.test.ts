import { expect, test } from 'vitest'
import { makeFault } from '#contract/errors.ts'
import { messageOf } from './language.ts'

test('figures of a message are grouped as on the screens, and a row keeps the number of its spreadsheet', () => {
  const unlike = makeFault('MASSIVE_COUNT_UNLIKE', undefined, { ahora: 1077, antes: 829 })
  expect(messageOf(unlike, 'es')).toBe('Recibos de este archivo: 1.077; del período anterior: 829.')
  expect(messageOf(unlike, 'pt')).toContain('1.077')
  expect(messageOf(makeFault('IMPORT_TOO_MANY_ROWS', undefined, { maximo: 50_000 }), 'es')).toContain(
    '50.000 filas',
  )
  expect(messageOf(makeFault('IMPORT_LINE_TWICE', undefined, { linea: 1077 }), 'es')).toContain('fila 1077')
})
