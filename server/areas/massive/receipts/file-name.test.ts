import { describe, expect, test, vi } from 'vitest'
import { matchName, readFileName } from './file-name.ts'
import { readPage } from './page.ts'
import { indexPeople } from './people.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import { readWholeFile } from './whole-file.ts'

const ana = person({
  cuil: '27287145361',
  dni: '28714536',
  fileNumber: '412',
  firstName: 'Ana',
  lastName: 'Gómez',
})
const luis = person({
  cuil: '20123456786',
  dni: '12345678',
  fileNumber: '90',
  firstName: 'Luis',
  lastName: 'Paz',
})
const people = indexPeople([ana, luis])

describe('the name of a file', () => {
  test.each([
    ['20123456786_202610.pdf', luis.id, ['2026-10-01']],
    ['20-12345678-6_2026-10.pdf', luis.id, ['2026-10-01']],
    ['recibo-20123456786-102026.pdf', luis.id, ['2026-10-01']],
    ['Octubre/RECIBO 20-12345678-6 (copia).pdf', luis.id, []],
    ['SUELDO_octubre 2026_27287145361 GOMEZ.PDF', ana.id, ['2026-10-01']],
    ['412.pdf', ana.id, []],
    ['legajo_90_202610.pdf', luis.id, ['2026-10-01']],
    ['12345678.pdf', luis.id, []],
  ])('%s', (name, id, months) => {
    const found = readFileName(name, people, rules())
    expect(found.persons.map((one) => one.id)).toEqual([id])
    expect(found.months).toEqual(months)
  })

  test.each(['recibo.pdf', '202610.pdf', '201234567860.pdf', 'a20123456786.pdf'])('%s is nobody’s', (name) =>
    expect(readFileName(name, people, rules()).persons).toEqual([]),
  )

  test('two people’s are two', () =>
    expect(readFileName('20123456786_27287145361.pdf', people, rules()).persons).toHaveLength(2))

  test.each([
    ['{id}_{periodo}.pdf', '20-12345678-6_202610.pdf', luis.id],
    ['REC {legajo} {*}.pdf', 'rec 412 lo que sea.pdf', ana.id],
    ['{*}-{legajo}.pdf', 'a-b-90.pdf', luis.id],
    ['{id}.pdf', 'x_20123456786.pdf', undefined],
  ])('%s of %s', (archivo, name, id) => {
    const found = readFileName(name, people, rules({ pattern: { archivo } }))
    expect(found.persons[0]?.id).toBe(id)
  })

  test('a pattern tries each of its places at each letter once', () => {
    const slices = vi.spyOn(String.prototype, 'slice')
    try {
      expect(matchName(`${'{*}'.repeat(6)}x`, 'a'.repeat(20))).toBeNull()
      // Every place tries every end, and none is tried twice: without that it would be 230,000.
      expect(slices.mock.calls.length).toBeLessThan(6 * 21 * 21)
    } finally {
      slices.mockRestore()
    }
  })
})

describe('a file of one document', () => {
  const named = rules({ capture: 'file_name', period: '2026-10-01' })
  const read = (text: string, name: string, how = named) =>
    readWholeFile([readPage(pageOf(text), people, how)], name, people, how)

  test('is its name’s, where a page names the person as well', () => {
    expect(read('Nombre: GOMEZ, ANA\nOctubre 2026', '27287145361_202610.pdf')).toMatchObject({
      found: 'listo',
      employeeId: ana.id,
      readBy: 'file_name',
    })
  })

  test.each([
    ['names somebody else', 'Nombre: PAZ, LUIS', 'nombre_distinto'],
    ['names nobody', 'Recibo de sueldo', 'nombre_distinto'],
    ['has the surname in a street alone', 'Calle Gomez 1200', 'nombre_distinto'],
    ['has somebody else’s id', 'Nombre: PAZ, LUIS  CUIL 20-12345678-6', 'dos_ids'],
    ['is of another month', 'Nombre: GOMEZ, ANA  Periodo 09/2026', 'otro_mes'],
  ])('is for a person to look at where it %s', (_, text, found) =>
    expect(read(text, '27287145361.pdf').found).toBe(found),
  )

  test('read by its page, a name with another’s id speaks against it', () => {
    const text = 'Nombre: GOMEZ, ANA  CUIL 27-28714536-1'
    expect(read(text, 'x.pdf', rules())).toMatchObject({ found: 'listo', employeeId: ana.id })
    expect(read(text, '20123456786.pdf', rules()).found).toBe('dos_ids')
    // A file number nobody calls one is a running number as well.
    expect(read(text, 'recibo-90.pdf', rules()).found).toBe('listo')
  })

  test('suggests nobody where the name of the file says somebody else', () => {
    const own = 'Nombre: GOMEZ, ANA  CUIL 27-28714536-1'
    const mistyped = 'Nombre: GOMEZ, ANA  CUIL 27-28714536-8'
    expect(read(mistyped, 'x.pdf', rules()).suggestedId).toBe(ana.id)
    for (const [text, name, how] of [
      [own, '20123456786.pdf', rules()],
      [mistyped, '20123456786.pdf', rules()],
      [own, '20345678902.pdf', named],
    ] as const)
      expect([name, read(text, name, how)]).toMatchObject([name, { suggestedId: null, suggestedBy: [] }])
  })

  test.each([
    ['by its pages', '27-28714536-1', 'x.pdf', rules()],
    ['by its name and id', '27-28714536-1', '27287145361.pdf', named],
    ['by its name', '', '27287145361.pdf', named],
  ])(
    'read %s, it is nobody’s where a later page is of another, whom the roster may lack',
    (_, id, name, how) => {
      const own = `Apellido y nombre: GOMEZ, ANA   ${id && `CUIL ${id}`}\nNeto   900,00`
      const found = (later: string) => {
        const pages = [own, `${later}\nNeto   1.900,00`].map((text) => readPage(pageOf(text), people, how))
        return readWholeFile(pages, name, people, how).employeeId
      }
      const other = ['Apellido y nombre: SOSA, BRUNO', 'Empleado: Bruno Sosa', 'Apellido y nombre: PAZ, LUIS']

      for (const later of ['Detalle', own, 'Cónyuge: Bruno Sosa', 'Supervisor: Bruno Sosa', 'Empleado: Sosa'])
        expect([later, found(later)]).toEqual([later, ana.id])
      for (const later of [...other, 'CUIL 20-27333444-5', 'CUIL 20-12345678-6'])
        expect([later, found(later)]).toEqual([later, null])
    },
  )
})
