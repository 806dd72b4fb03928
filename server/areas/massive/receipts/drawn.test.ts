import { expect, test } from 'vitest'
import { withDrawn } from './drawn.ts'
import { readPage } from './page.ts'
import { indexPeople } from './people.ts'
import { receiptsOf } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const ana = person({ cuil: '27287145361', dni: '28714536', firstName: 'Ana', lastName: 'Gómez' })
const people = indexPeople([ana])

/** A page as recognition returns it. */
const seenAs = (text: string, confidence: number) => {
  const page = pageOf(text)
  const words = page.words.map((word) => ({ ...word, confidence }))
  return { ...page, words, recognised: true as const, confidence }
}

const text = 'Apellido y nombre: Gomez, Ana\n\nSueldo basico      1.000,00\nNeto      900,00'
/** Recognition misreads the name that stands there as text. */
const picture = (id: string) =>
  `Apellido y nombre: Gamez, Aha\nCUIL: ${id}\nSueldo basico      1.000,00\nNeto      900,00`

function ownerOf(confidence: number, id = '27-28714536-1') {
  const page = withDrawn(pageOf(text), seenAs(picture(id), confidence))
  const [receipt] = receiptsOf([readPage(page, people, rules())], people, rules())
  return [receipt?.found, receipt?.employeeId, receipt?.readBy, receipt?.nameRead]
}

test('an id that is drawn beside text tells the owner with the name of the text', () => {
  expect(readPage(pageOf(text), people, rules()).ids).toEqual([])
  expect(ownerOf(0.95)).toEqual(['listo', ana.id, 'ocr', 'Gomez, Ana'])
})

test('an id that is hardly recognised, or is of nobody, tells no owner', () => {
  expect(ownerOf(0.5)[0]).toBe('texto_dudoso')
  expect(ownerOf(0.95, '20-12345678-6')).toEqual(['desconocido', null, 'ocr', 'Gomez, Ana'])
})

test('text of other directions stays behind the words that were added', () => {
  const page = { ...pageOf(text), otherTurns: [{ from: 5, turned: 90 as const }] }
  const { words, otherTurns } = withDrawn(page, seenAs(picture('27-28714536-1'), 0.95))
  const [other] = otherTurns
  expect(words.slice(other?.from)).toEqual(page.words.slice(5))
  expect(words.length).toBe(page.words.length + 2)
})

test('a page stays as it is where recognition fails or sees nothing but its text', () => {
  const page = pageOf(text)
  expect(withDrawn(page, page)).toBe(page)
  expect(withDrawn(page, seenAs(text, 0.95))).toBe(page)
})
