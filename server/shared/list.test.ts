import { expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { farthestRow, rowsOf } from './list.ts'

test('a page begins before the farthest row', () => {
  const perPage = 100
  const last = farthestRow / perPage

  expect(rowsOf({ page: last, perPage })).toEqual({ limit: perPage, offset: farthestRow - perPage })
  expect(() => rowsOf({ page: last + 1, perPage })).toThrow(
    expect.objectContaining({ code: codeOf('LIST_PAGE_TOO_FAR') }),
  )
})
