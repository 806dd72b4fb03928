import type { z } from 'zod'
import { readCode } from '#contract/account/printed-code.ts'
import type { documentByCode } from '#contract/verification.ts'
import { documentsCoded } from '#server/shared/across.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { codedDocument } from './queries.ts'

type Found = z.input<typeof documentByCode>

/** Letters of the alphabet that a bad print makes of one another. */
const alike = ['S5', 'Z2', 'G6', 'IL', 'OQ', 'UV', 'B8']

const words = {
  none: 'publicado',
  pending: 'pendiente',
  conforme: 'conforme',
  no_conforme: 'no_conforme',
} as const

/**
 * The facts that a printed code reveals to the holder of the paper. Letters that look alike are interchangeable.
 * @throws {Refusal} VERIFICATION_CODE_UNKNOWN
 */
export async function documentOfCode(services: Services, typed: string): Promise<Found> {
  const { clock, database, tenant } = services
  const code = readCode(typed)
  if (!code) refuse('VERIFICATION_CODE_UNKNOWN', 'codigo')
  const known = await documentsCoded(database.pool, readingsOf(code))
  // The code as it was typed first; another only where it is the only one that can be meant.
  const row =
    known.find(({ verification_code }) => verification_code === code) ??
    (known.length === 1 ? known[0] : null)
  const document = row && (await tenant(row.company_id).read((db) => codedDocument(db, row.id, clock())))
  if (!document) refuse('VERIFICATION_CODE_UNKNOWN', 'codigo')
  return {
    empresa: document.empresa,
    zona: document.zona,
    iniciales: initials(`${document.first_name} ${document.last_name}`),
    identificacion: masked(document.cuil),
    publicado: document.published_at,
    estado: document.state === 'cancelled' ? 'anulado' : words[document.signing],
    anulado: document.cancelled_at,
    firmas: document.signatures.map(({ signer, signer_name, signed_at, level, decision, access }) => ({
      firmante: signer === 'company' ? 'empresa' : 'colaborador',
      iniciales: initials(signer_name),
      fecha: signed_at,
      nivel: level,
      decision,
      acceso: access && {
        ...access,
        por: access.por && initials(access.por),
        abierta_por: access.abierta_por && initials(access.abierta_por),
      },
    })),
  }
}

/** The code, and its variants with one letter replaced by a similar one. */
function readingsOf(code: string): string[] {
  const readings = new Set([code])
  for (const [at, letter] of Array.from(code).entries()) {
    for (const pair of alike.filter((two) => two.includes(letter))) {
      readings.add(code.slice(0, at) + pair.replace(letter, '') + code.slice(at + 1))
    }
  }
  return [...readings]
}

/** `Ledesma, Jorge Omar` and `Jorge Omar Ledesma` alike are `J. O. L.`. */
function initials(name: string): string {
  const [last = '', first = ''] = name.split(',')
  return `${first} ${last}`
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => `${Array.from(word)[0]?.toUpperCase() ?? ''}.`)
    .join(' ')
}

function masked(id: string): string {
  const shown = Math.min(4, Math.floor(id.length / 2))
  return '•'.repeat(id.length - shown) + id.slice(id.length - shown)
}
