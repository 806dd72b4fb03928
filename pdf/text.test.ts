import { expect, test } from 'vitest'
import { onePage, plainPages } from './testing/samples.ts'
import { textOfPages } from './text.ts'

test('the text of each page is read, line by line', async () => {
  const pdf = await plainPages([['Recibo de Ana', 'Neto 12,50'], [], ['Señor Núñez']])
  expect(await textOfPages(pdf)).toEqual({
    ok: true,
    pages: ['Recibo de Ana\nNeto 12,50', '', 'Señor Núñez'],
  })
  expect(await textOfPages(pdf, 1)).toEqual({ ok: true, pages: ['Recibo de Ana\nNeto 12,50'] })
  expect(await textOfPages(onePage(), 0)).toEqual({ ok: true, pages: [] })
})
