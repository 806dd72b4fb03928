import { expect, test } from 'vitest'
import { makeFault } from '#contract/errors.ts'
import { messageOf } from './language.ts'

test('figures of a message are grouped as on the screens, and a row keeps the number of its spreadsheet', () => {
  const unlike = makeFault('MASSIVE_COUNT_UNLIKE', undefined, { ahora: 1077, antes: 829 })
  expect(messageOf(unlike, 'es')).toBe(
    'La cantidad no se parece a la del período anterior: ahora 1.077, antes 829. Revisar que sea el archivo correcto y que esté completo.',
  )
  expect(messageOf(unlike, 'pt')).toContain('1.077')
  expect(messageOf(makeFault('IMPORT_TOO_MANY_ROWS', undefined, { maximo: 50_000 }), 'es')).toContain(
    '50.000 filas',
  )
  expect(messageOf(makeFault('IMPORT_LINE_TWICE', undefined, { linea: 1077 }), 'es')).toContain('fila 1077')
})
