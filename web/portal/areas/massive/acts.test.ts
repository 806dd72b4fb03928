import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differing } from './acts.ts'

test('the digits that differ stand out, whatever separates them', () => {
  expect(differing('20-28714563-6', '20287145366')).toEqual([
    { text: '20-287145', differs: false },
    { text: '63', differs: true },
    { text: '-6', differs: false },
  ])
  expect(differing('1234', '123456')).toEqual([{ text: '1234', differs: false }])
})

test('nothing of what was read is lost or added', () => {
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
