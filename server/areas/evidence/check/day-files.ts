import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayOf, sealFolder } from '#server/shared/evidence/seal.ts'
import type { Services } from '#server/shared/services.ts'
import { enterNextPhase, noteDifference, type Progress } from './progress.ts'

/** Days (UTC, ISO) for which this machine has a file of the last root. */
export type DayFiles = ReadonlySet<string>

const dayFile = z.object({
  company: z.int(),
  id: z.int(),
  root: z.string(),
  previousRoot: z.string().nullable(),
  events: z.int(),
  at: z.iso.datetime(),
  timestamp: z.base64().optional(),
})

export async function dayFilesOf({ config }: Services, company: number): Promise<DayFiles> {
  const names = await readdir(sealFolder(config, company)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return new Set(names.flatMap((name) => /^(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1] ?? []))
}

/** Compares the seal in each day's file with the one in the database. Ends its phase in one step. */
export async function checkDayFiles(
  services: Services,
  company: number,
  progress: Progress,
  days: DayFiles,
): Promise<void> {
  for (const day of [...days].toSorted()) {
    const path = join(sealFolder(services.config, company), `${day}.json`)
    const kept = dayFile.safeParse(parsed(await readFile(path, 'utf8')))
    if (!kept.success) noteDifference(progress, { kind: 'day_file_unreadable', day })
    else if (kept.data.company !== company || !(await isInDatabase(services, company, day, kept.data)))
      noteDifference(progress, { kind: 'day_file_differs', day })
  }
  enterNextPhase(progress)
}

async function isInDatabase(
  services: Services,
  company: number,
  day: string,
  kept: z.output<typeof dayFile>,
): Promise<boolean> {
  const seal = await services
    .tenant(company)
    .read((db) => db.selectFrom('seals').selectAll().where('id', '=', kept.id).executeTakeFirst())
  return (
    seal !== undefined &&
    seal.root === kept.root &&
    seal.previous_root === kept.previousRoot &&
    seal.events === kept.events &&
    seal.created_at.toISOString() === kept.at &&
    dayOf(seal.created_at) === day &&
    (kept.timestamp === undefined || seal.timestamp_token?.toString('base64') === kept.timestamp)
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
