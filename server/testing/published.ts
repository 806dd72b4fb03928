import { payslip } from '#pdf/testing/samples.ts'
import { createDocuments, type NewDocument } from '../areas/documents/operations.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { insertKept } from '../shared/files/files.ts'
import type { TestApp } from './app.ts'
import { inCompany } from './factories.ts'
import { giveSignature } from './signed.ts'

let counter = 0

export interface FolderWanted {
  name?: string
  visible?: boolean
  signable?: boolean
  ephemeral?: boolean
  signingPriority?: number
  /** Folders that stay closed while something in this one waits. */
  blocks?: number[]
}

/** A folder with one document type in it. */
export async function aFolder(
  app: Pick<TestApp, 'services'>,
  company: MadeCompany,
  wanted: FolderWanted = {},
): Promise<{ folder: number; type: number }> {
  const name = wanted.name ?? `Carpeta ${++counter}`
  const visible = wanted.visible ?? true
  return inCompany(app, company.id, async (tx) => {
    const { id: folder } = await tx.db
      .insertInto('folders')
      .values({
        company_id: tx.company,
        name,
        visible,
        signable: visible && (wanted.signable ?? true),
        ephemeral: wanted.ephemeral ?? false,
        signing_priority: wanted.signingPriority ?? 0,
        position: ++counter,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const blocked of wanted.blocks ?? []) {
      await tx.db
        .insertInto('folder_blocks')
        .values({ company_id: tx.company, folder_id: folder, blocked_folder_id: blocked })
        .execute()
    }
    const { id: type } = await tx.db
      .insertInto('document_types')
      .values({ company_id: tx.company, folder_id: folder, name: `${name}, tipo`, alias: `${name}, tipo` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('document_type_versions')
      .values({ company_id: tx.company, type_id: type, version: 1 })
      .execute()
    return { folder, type }
  })
}

export type DocumentWanted = { employee: number; type: number; by: number } & Partial<
  Pick<NewDocument, 'period' | 'label' | 'state' | 'signing' | 'published_at' | 'pages'>
> & { pdf?: Uint8Array }

/** A document as publishing leaves it: published and waiting for the employee's signature unless `wanted` differs. */
export async function aDocument(
  app: Pick<TestApp, 'services'>,
  company: MadeCompany,
  wanted: DocumentWanted,
): Promise<{ id: number; verificationCode: string }> {
  const { employee, type, by, pdf, ...facts } = wanted
  const bytes = pdf ?? (await payslip())
  const file = await app.services.files.put(company.id, bytes, { type: 'pdf', maxBytes: 10_485_760 })
  const state = facts.state ?? 'published'
  return inCompany(app, company.id, async (tx) => {
    const [fileId = 0] = await insertKept(tx, [file])
    const [made] = await createDocuments(tx, [
      {
        employee_id: employee,
        type_id: type,
        period: '2026-10-01',
        state,
        signing: 'pending',
        source: 'portal',
        file_name: 'recibo.pdf',
        pages: 1,
        published_at: state === 'published' ? app.services.clock() : null,
        created_by: by,
        ...facts,
        file: { id: fileId, sha256: file.sha256 },
      },
    ])
    if (made && (facts.signing === 'conforme' || facts.signing === 'no_conforme'))
      await giveSignature(tx, made.id, facts.signing)
    return made ?? { id: 0, verificationCode: '' }
  })
}
