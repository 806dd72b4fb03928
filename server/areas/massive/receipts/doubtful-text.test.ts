import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { needsRecognition } from './page.ts'
import { readReceipts } from './receipts.ts'
import { leastConfidence } from './thresholds.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const dni = '28714536'
const ana = person({ lastName: 'Gómez Ruiz', firstName: 'Ana María', dni, cuil: cuilOf(dni) })

/** The group of a receipt whose words recognition returns with this confidence. */
function found(confidence: number) {
  const page = pageOf(`Apellido y nombre: GOMEZ RUIZ, Ana Maria\nCUIL: ${ana.cuil}\nNeto   900,00`)
  const words = page.words.map((word) => ({ ...word, confidence }))
  const seen = { ...page, words, recognised: true as const, confidence }
  return readReceipts([seen], indexPeople([ana]), rules({ country: 'AR' })).map((receipt) => receipt.found)
}

test('recognised text below its threshold is for a person to look at, though check digit and whole name agree', () => {
  expect(found(leastConfidence)).toEqual(['listo'])
  expect(found(leastConfidence - 0.01)).toEqual(['texto_dudoso'])
})

test('text of which more than a tenth has no meaning is recognised from its picture', () => {
  const page = pageOf('Apellido y nombre: GOMEZ RUIZ, Ana Maria\nNeto   900,00')
  const isDoubtful = (unmapped: number) => needsRecognition({ ...page, characters: 100, unmapped })
  expect([0, 10, 11].map(isDoubtful)).toEqual([false, false, true])
})
