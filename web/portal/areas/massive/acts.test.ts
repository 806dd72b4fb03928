import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { actsOf, differing } from './acts.ts'

test('the digits that differ stand out, whatever separates them', () => {
  expect(differing('20-28714563-6', '20287145366')).toEqual([
    { text: '20-287145', differs: false },
    { text: '63', differs: true },
    { text: '-6', differs: false },
  ])
  expect(differing('1234', '123456')).toEqual([{ text: '1234', differs: false }])
})

test('the marked digits are those that were read', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9-]{1,16}$/), fc.stringMatching(/^[0-9]{1,14}$/), (read, proposed) => {
      expect(
        differing(read, proposed)
          .map(({ text }) => text)
          .join(''),
      ).toBe(read)
    }),
  )
})

const receipt: MassiveItem = {
  id: 1,
  grupo: 'listo',
  situacion: 'ready',
  paginas: [1, 2],
  archivo: null,
  leido_por: 'text',
  confianza: null,
  id_leido: null,
  nombre_leido: null,
  colaborador: null,
  sugerencia: null,
  indicios: [],
  ids_de_nadie: [],
  falla: null,
  decision: null,
  decidido_por: null,
}
const somebody = {
  id: 7,
  nombre: 'Acosta, Ana',
  cuil: '20384509127',
  legajo: null,
  cargo: null,
  lugar: null,
  correo: true,
  iguales: [],
  distintos: [],
}

test('a receipt that was not returned signed can be published as it was; a file without an owner can’t', () => {
  const lost: MassiveItem = {
    ...receipt,
    grupo: 'archivo_rechazado',
    situacion: 'open',
    archivo: '00001.pdf',
  }
  expect(actsOf({ ...lost, colaborador: somebody })).toEqual(['publicar_igual', 'elegir', 'excluir'])
  expect(actsOf({ ...lost, paginas: [] })).toEqual(['excluir'])
})

test('only receipts of one PDF can be split', () => {
  expect(actsOf(receipt)).toContain('partir')
  expect(actsOf({ ...receipt, archivo: '20384509127.pdf' })).not.toContain('partir')
})
