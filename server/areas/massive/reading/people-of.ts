import { randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'
import { sql } from 'kysely'
import { capturePattern, type CapturePattern, type TaughtPlace } from '#contract/folders/capture-pattern.ts'
import type { Country } from '#contract/fields.ts'
import { sharedCopy } from '#pdf/shared-bytes.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { companyIds } from '#server/areas/publishing/operations.ts'
import type { Reader } from '../creating.ts'
import { layoutsAt } from '../layouts/kept.ts'
import type { PackedPeople, ReadingRules } from '../receipts/types.ts'

interface Of {
  typeId: number
  period: string | null
  label: string | null
}

/** Everybody whom a publication may reach, as the workers that read its pages look for them. */
export async function peopleWithin(
  db: Db,
  viewer: Reader,
  { typeId, period, label }: Of,
): Promise<PackedPeople> {
  const rows = await db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where(visibleEmployees(viewer, 'employees.id'))
    .select([
      'employees.id',
      'employees.cuil',
      'employees.dni',
      'employees.file_number as fileNumber',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'employees.state',
      // Mexico's second id of everybody, which some papers print alone.
      sql<string | null>`employees.extras ->> 'curp'`.as('curp'),
    ])
    .execute()
  const published = new Set<number>()
  if (period !== null) {
    const documents = await db
      .selectFrom('documents')
      .select('employee_id')
      .where('type_id', '=', typeId)
      .where('period', '=', period)
      .where('state', 'not in', ['cancelled', 'rejected'])
      .where(sql<boolean>`label is not distinct from ${label}`)
      .execute()
    for (const { employee_id } of documents) published.add(employee_id)
  }
  const packed = serialize(
    rows.map(({ curp, ...row }) => ({
      ...row,
      otherIds: curp ? [curp] : [],
      alreadyPublished: published.has(row.id),
    })),
  )
  return { id: randomUUID(), bytes: sharedCopy(packed) }
}

/** How receipts of a type are read in this company; by the type's own pattern where its version has one. */
export async function rulesFor(
  db: Db,
  of: {
    capture: ReadingRules['capture']
    period: string | null
    typeId?: number
    typeVersion?: number
    /** Places that a person has shown on pages of this file. */
    taught?: readonly TaughtPlace[]
    /** Layouts that were kept until this moment count. */
    keptUntil?: Date
  },
): Promise<ReadingRules> {
  const { country } = await db.selectFrom('companies').select('country').executeTakeFirstOrThrow()
  const employers = await db.selectFrom('employers').select('legal_name').execute()
  const ids = await companyIds(db)
  const pattern = await patternOf(db, of.typeId, of.typeVersion)
  const { typeId, keptUntil } = of
  return {
    country: country as Country,
    employerIds: ids.employers,
    signerIds: ids.signers,
    employerNames: employers.map(({ legal_name }) => legal_name),
    capture: of.capture,
    period: of.period,
    pattern,
    taught: [...(pattern?.lugares ?? []), ...(of.taught ?? [])],
    ...(typeId && keptUntil && { kept: await layoutsAt(db, typeId, keptUntil) }),
  }
}

async function patternOf(db: Db, typeId = 0, version = 0): Promise<CapturePattern | undefined> {
  const found = await db
    .selectFrom('document_type_versions')
    .select('capture_rules')
    .where('type_id', '=', typeId)
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.capture_rules ? capturePattern.parse(found.capture_rules) : undefined
}
