import { randomUUID } from 'node:crypto'
import { releaseClaims, renewClaims } from '#server/shared/processes/claims.ts'
import { type Batch, commonOf } from './lane.ts'
import { makeAll } from './make.ts'
import { claimItems } from './queries.ts'
import { writeBatch } from './write.ts'

/**
 * Claims items, checks them again, signs them, and publishes them with their evidence and mails in one transaction:
 * nothing is published in part, and another worker takes over the claims of a killed server. Returns the number of
 * items claimed; 0 where none is left unclaimed.
 */
export async function publishBatch(batch: Batch): Promise<number> {
  const { services, company, of, worker } = batch
  const name = `${worker} ${randomUUID()}`
  const run = services.tenant(company).write
  const items = await run((tx) => claimItems(tx, of.id, name))
  if (items.length === 0) return 0
  const renewing = setInterval(() => {
    run((tx) => renewClaims(tx, of.id, name)).catch((error: unknown) =>
      services.log.warn({ err: error, process: of.id }, 'a claim was not renewed'),
    )
  }, 5000)
  try {
    const common = await run((tx) => commonOf(tx, batch, items))
    const made = await makeAll(batch, common, items)
    await run((tx) => writeBatch(tx, batch, name, common, made))
  } catch (error) {
    await run((tx) => releaseClaims(tx, of.id, name)).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
  return items.length
}
