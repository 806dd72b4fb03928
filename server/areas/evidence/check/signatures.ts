import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissingFile } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import { enterNextPhase, noteDifference, type Progress } from './progress.ts'
import { lastOfPage, type SignedRow, signedDocuments } from './queries.ts'

/** Documents of one step. */
const mostDocuments = 100
/** Bytes of files that are read in a second at most. */
const bytesPerSecond = 50 * 1024 * 1024

/**
 * Checks the next documents: a signed state against its signature, each signature against the event that recorded it,
 * and its file against its digest.
 */
export async function checkSignatures(
  services: Services,
  company: number,
  progress: Progress,
): Promise<void> {
  const { rows, last } = await services.tenant(company).read(async (db) => {
    const end = await lastOfPage(db, progress.after, mostDocuments)
    return { last: end, rows: end === undefined ? [] : await signedDocuments(db, progress.after, end) }
  })
  if (last === undefined) return enterNextPhase(progress)
  for (const [document, own] of Map.groupBy(rows, (row) => row.id)) {
    checkState(progress, document, own)
    for (const row of own) if (row.revision !== null) await checkSignature(services, progress, row)
  }
  progress.after = last
}

function checkState(progress: Progress, document: number, rows: readonly SignedRow[]): void {
  const [{ signing } = { signing: 'none' }] = rows
  const decision = rows.find(({ signer }) => signer === 'employee')?.decision
  const isSigned = signing === 'conforme' || signing === 'no_conforme'
  if (isSigned && !decision) noteDifference(progress, { kind: 'signature_missing', document })
  else if (decision && decision !== signing) noteDifference(progress, { kind: 'state_differs', document })
}

async function checkSignature(
  services: Services,
  progress: Progress,
  { id: document, revision, sha256, revision_sha256, key, is_recorded }: SignedRow,
): Promise<void> {
  if (revision === null) return
  progress.checked.signatures++
  const subject = { document, revision }
  if (!is_recorded || sha256 !== revision_sha256)
    noteDifference(progress, { kind: 'signature_changed', ...subject })
  const found = key ? await digestOf(services, key) : null
  if (found === null) noteDifference(progress, { kind: 'file_missing', ...subject })
  else if (found !== sha256) noteDifference(progress, { kind: 'file_changed', ...subject })
  progress.checked.files++
}

/** SHA-256 (hex) of a stored file, read at a bounded rate; null where there is none under this key. */
async function digestOf({ files }: Services, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const from = performance.now()
  try {
    for await (const chunk of files.stream(key)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    if (isMissingFile(error)) return null
    throw error
  }
  await sleep(Math.max(0, (bytes / bytesPerSecond) * 1000 - (performance.now() - from)))
  return hash.digest('hex')
}
