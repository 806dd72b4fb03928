import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aPerson } from '#server/testing/factories.ts'
import { aPublisher, type Publisher } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let publish: Publisher['publish']
let documentsOf: Publisher['documentsOf']
let filesOnDisk: Publisher['filesOnDisk']
beforeAll(async () => {
  ;({ app, company, publish, documentsOf, filesOnDisk } = await aPublisher())
})

describe('hostile files', () => {
  const codes: Record<string, readonly string[]> = {
    empty: ['SYSTEM_API_WRONG_MIME_TYPE', 'SYSTEM_API_INVALID_PDF_FILE_SIZE'],
    not_pdf: ['SYSTEM_API_WRONG_MIME_TYPE'],
    damaged: [codeOf('PDF_NOT_READABLE')],
    encrypted: [codeOf('PDF_ENCRYPTED')],
    too_many_pages: ['PDF_FILE_TOO_MANY_PAGES'],
    too_big: ['SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
    page_size: ['PDF_FILE_PAGE_SIZE_EXCEPTION'],
    too_complex: ['PDF_FILE_TOO_COMPLEX'],
    decompression_bomb: ['PDF_FILE_TOO_COMPLEX'],
    active_content: ['PDF_FILE_ACTIVE_CONTENT'],
    hidden_content: ['PDF_FILE_HIDDEN_CONTENT'],
    changed_after_signing: ['PDF_FILE_CHANGED_AFTER_SIGNING'],
  }

  test('are refused, each with its code, and leave nothing', { timeout: 120_000 }, async () => {
    const person = await aPerson(app, company)
    const before = filesOnDisk()
    for (const { name, file, fault } of await hostileFiles()) {
      const answer = await publish(person, {}, { bytes: file, name: `${name}.pdf` })
      expect.soft(codes[fault], `${name}: ${fault} answered ${answer.code}`).toContain(answer.code)
      expect.soft(answer.status, name).toBeLessThan(500)
    }
    expect(await documentsOf(person)).toEqual([])
    expect(filesOnDisk()).toBe(before)
  })
})
