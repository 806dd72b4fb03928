import type { ParsedOf } from '#contract/call.ts'
import { suggestion, type analysis } from '#contract/analysis.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { getSettings, setSetting } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { reachedFile } from '#server/areas/documents/operations.ts'

/** The host that documents would be sent to; null where the installation has none. */
export function hostOf({ analysis: configured }: Pick<Config, 'analysis'>): string | null {
  return configured ? new URL(configured.url).host : null
}

/** The company's acceptance of the current service address; null: none, or it was for another address. */
export async function acceptedOf(tx: Pick<Tx, 'db'>, config: Pick<Config, 'analysis'>) {
  const accepted = (await getSettings(tx))['analysis.accepted']
  return accepted && accepted.host === hostOf(config) ? accepted : null
}

/** The address of the analysis, and what the company accepted. */
export function showStand({ read, services }: Context) {
  return read((tx) => standOf(tx, services.config))
}

async function standOf(tx: Tx, config: Config) {
  const accepted = await acceptedOf(tx, config)
  return {
    direccion: hostOf(config),
    modelo: config.analysis?.model ?? null,
    aceptado: accepted && {
      direccion: accepted.host,
      pais: accepted.country,
      salarios: accepted.salary,
    },
  }
}

/** Accepts today's address by its name; salary documents are another acceptance. */
export function accept(ctx: Context, { direccion, pais }: ParsedOf<typeof analysis.accept>) {
  const host = named(ctx, direccion)
  return ctx.act(async (tx) => {
    const accepted = { host, country: pais, salary: false }
    await setSetting(tx, 'analysis.accepted', accepted, ctx.session.userId)
    return standOf(tx, ctx.services.config)
  })
}

/** Accepts it for salary documents as well. */
export function acceptSalary(ctx: Context, { direccion }: ParsedOf<typeof analysis.acceptSalary>) {
  named(ctx, direccion)
  return ctx.act(async (tx) => {
    const accepted = await acceptedOf(tx, ctx.services.config)
    if (!accepted) refuse('ANALYSIS_NOT_ACCEPTED')
    await setSetting(tx, 'analysis.accepted', { ...accepted, salary: true }, ctx.session.userId)
    return standOf(tx, ctx.services.config)
  })
}

/** Takes both acceptances back. */
export function withdraw(ctx: Context) {
  return ctx.act(async (tx) => {
    await setSetting(tx, 'analysis.accepted', null, ctx.session.userId)
    return standOf(tx, ctx.services.config)
  })
}

function named({ services }: Context, address: string): string {
  const host = hostOf(services.config)
  if (!host) refuse('ANALYSIS_NOT_CONFIGURED')
  if (address !== host) refuse('ANALYSIS_ADDRESS_OTHER', 'direccion', { direccion: host })
  return host
}

const states = { waiting: 'espera', done: 'hecho', failed: 'fallo' } as const

/** The suggestion for a document within reach whose file may be analysed. */
export function showSuggestion({ read, session }: Context, id: number) {
  return read(async (tx) => {
    await reachedFile(tx, session, id, 0)
    const found = await tx.db
      .selectFrom('document_analyses')
      .where('document_id', '=', id)
      .select(['state', 'summary', 'fields', 'finished_at', 'model', 'host'])
      .executeTakeFirst()
    return {
      estado: found ? states[found.state] : ('ninguno' as const),
      resumen: found?.summary ?? null,
      campos: found?.fields ? suggestion.shape.campos.parse(found.fields) : [],
      fecha: found?.finished_at?.toISOString() ?? null,
      modelo: found?.model ?? null,
      direccion: found?.host ?? null,
    }
  })
}
