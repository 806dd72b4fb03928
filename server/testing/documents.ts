import { payslip } from '#pdf/testing/samples.ts'
import { createDocuments, type NewDocument } from '../areas/documents/operations.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { insertKept } from '../shared/files/files.ts'
import type { TestApp } from './app.ts'
import { inCompany } from './factories.ts'
import { giveSignature } from './signed.ts'

let counter = 0

export interface MadeType {
  id: number
  folderId: number
}

/** A document type in a folder of its own, or in a given one. */
export async function aType(
  app: Pick<TestApp, 'services'>,
  company: Pick<MadeCompany, 'id'>,
  wanted: {
    name?: string
    folderId?: number
    confidential?: boolean
    hasPeriod?: boolean
    hasXml?: boolean
    generic?: boolean
  } = {},
): Promise<MadeType> {
  const name = wanted.name ?? `Tipo ${++counter}`
  return inCompany(app, company.id, async (tx) => {
    const folderId =
      wanted.folderId ??
      (
        await tx.db
          .insertInto('folders')
          .values({ company_id: tx.company, name: `Carpeta de ${name}`, signable: true })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const { id } = await tx.db
      .insertInto('document_types')
      .values({
        company_id: tx.company,
        folder_id: folderId,
        name,
        alias: name,
        confidential: wanted.confidential ?? false,
        has_period: wanted.hasPeriod ?? true,
        has_xml: wanted.hasXml ?? false,
        generic: wanted.generic ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('document_type_versions')
      .values({ company_id: tx.company, type_id: id, version: 1 })
      .execute()
    return { id, folderId }
  })
}

export interface DocumentWanted extends Partial<Omit<NewDocument, 'file'>> {
  employee_id: number
  type_id: number
  /** Its bytes; a payslip of one page unless given. */
  bytes?: Uint8Array
  xml?: Uint8Array
}

const ordinary = payslip()

/** A published document that waits for its employee's signature, unless `wanted` differs. Returns its id. */
export async function aDocument(
  app: TestApp,
  company: MadeCompany,
  { bytes, xml, ...wanted }: DocumentWanted,
): Promise<number> {
  const stored = await app.services.files.put(company.id, bytes ?? (await ordinary), {
    type: 'pdf',
    maxBytes: 10_485_760,
  })
  const storedXml =
    xml && (await app.services.files.put(company.id, xml, { type: 'xml', maxBytes: 10_485_760 }))
  const now = app.services.clock()
  return inCompany(app, company.id, async (tx) => {
    const [file = 0, xmlFile = null] = await insertKept(tx, [stored, ...(storedXml ? [storedXml] : [])])
    const [made] = await createDocuments(tx, [
      {
        period: '2026-10-01',
        state: 'published',
        signing: 'pending',
        source: 'portal',
        file_name: `recibo-${++counter}.pdf`,
        pages: 1,
        created_by: wanted.employee_id,
        created_at: now,
        published_at: now,
        xml_file_id: xmlFile,
        ...wanted,
        file: { id: file, sha256: stored.sha256 },
      },
    ])
    const id = made?.id ?? 0
    if (wanted.signing === 'conforme' || wanted.signing === 'no_conforme')
      await giveSignature(tx, id, wanted.signing)
    return id
  })
}
