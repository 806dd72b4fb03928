import type { ParsedOf } from '#contract/call.ts'
import type { IntegrationMode, integrationProfiles } from '#contract/employees/integration-profiles.ts'
import type { ImportState } from '#contract/employees/import.ts'
import es from '#locales/es/employees-integration.json' with { type: 'json' }
import pt from '#locales/pt/employees-integration.json' with { type: 'json' }
import type { Context, FileAnswer, UploadedFile } from '#server/shared/context.ts'
import { refuse, Refusal } from '#server/shared/errors.ts'
import { csvOf } from '#server/shared/files/csv.ts'
import { findIntegrationProfiles } from '../../integration-profiles.ts'
import { countryOf } from '../../queries.ts'
import { uploadImport } from '../importing.ts'
import { titleOf } from './kind.ts'

/**
 * Keeps a file with the profiles that its people are to get or to lose, and has it checked.
 *
 * @throws {Refusal} INTEGRATION_PROFILES_REQUIRED, INTEGRATION_PROFILE_UNKNOWN: the choice. INTEGRATION_FILE_FORMAT,
 * IMPORT_…: the file.
 */
export async function uploadIntegration(
  ctx: Context,
  { profileTypesId }: ParsedOf<typeof integrationProfiles.assign>,
  file: UploadedFile,
  mode: IntegrationMode,
): Promise<ImportState> {
  const wanted = [...new Set(profileTypesId)]
  if (wanted.length === 0) refuse('INTEGRATION_PROFILES_REQUIRED', 'profileTypesId')
  const known = await ctx.read((tx) => findIntegrationProfiles(tx.db))
  const chosen = known.filter(({ id }) => wanted.includes(id))
  if (chosen.length < wanted.length) refuse('INTEGRATION_PROFILE_UNKNOWN', 'profileTypesId')
  const options = {
    modo: mode,
    perfiles: chosen.map(({ id }) => id).join(','),
    nombres: chosen.map(({ name }) => name).join(', '),
  }
  try {
    return await uploadImport(ctx, file, 'integration_profiles', options)
  } catch (error) {
    throw inOwnField(error)
  }
}

/** This call's file has another name than those of the other files of people. */
function inOwnField(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const [first, ...rest] = error.faults.map((fault) =>
    fault.field === 'archivo' ? { ...fault, field: 'file' } : fault,
  )
  return first ? new Refusal([first, ...rest]) : error
}

/** The header of a file and an example, which is skipped when it comes back. */
export async function integrationTemplate(ctx: Context): Promise<FileAnswer> {
  const { ejemplo, archivo } = { es, pt }[ctx.request.language]
  const country = await ctx.read((tx) => countryOf(tx.db))
  return {
    body: Buffer.from(csvOf([[titleOf(country)], [ejemplo]])),
    type: 'text/csv; charset=utf-8',
    download: `${archivo}.csv`,
  }
}
