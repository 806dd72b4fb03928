import type { Block } from '#pdf/layout/blocks.ts'
import esWords from '#locales/es/words.json' with { type: 'json' }
import ptWords from '#locales/pt/words.json' with { type: 'json' }
import { deviceName } from '#server/shared/identity/device.ts'
import { printedCode, printedInstant, printedTaxId } from '#server/shared/text/printed.ts'
import type { RecordedAccess } from '#server/shared/reading/access.ts'
import { evidenceBlocks } from './evidence.ts'
import type { ReportFacts } from './facts.ts'
import { addressesOf, isToldWithText, type SealedEvent, wordsOf } from './queries.ts'
import { type ReportFrame, reportWords, type Words } from './words.ts'

const states = { es: esWords.estado, pt: ptWords.estado }

/** The whole report, top to bottom. */
export function reportBlocks(facts: ReportFacts, frame: ReportFrame): Block[] {
  const words = reportWords(frame.language)
  return [
    { kind: 'paragraph', text: facts.company, quiet: true },
    { kind: 'heading', level: 1, text: words('informe.titulo') },
    { kind: 'paragraph', text: words('informe.resumen', { zona: zoneName(frame) }), quiet: true },
    summary(facts, frame, words),
    { kind: 'heading', level: 2, text: words('informe.firmas') },
    ...signatureBlocks(facts, frame, words),
    { kind: 'heading', level: 2, text: words('informe.hechos') },
    ...(facts.totalEvents > facts.events.length
      ? [
          paragraph(
            words('informe.mas', {
              total: String(facts.totalEvents),
              mostrados: String(facts.events.length),
            }),
          ),
        ]
      : []),
    eventTable(facts.events, frame, words),
    { kind: 'heading', level: 2, text: words('informe.correos') },
    ...mailBlocks(facts, frame, words),
    { kind: 'heading', level: 2, text: words('informe.evidencia') },
    ...evidenceBlocks(facts, frame, words),
    paragraph(words('informe.sinFirma')),
  ]
}

/** 'hora de Argentina (America/Argentina/Buenos_Aires)'. */
function zoneName({ language, zone }: ReportFrame): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts(0)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name ? `${name} (${zone})` : zone
}

function summary({ document, openings }: ReportFacts, frame: ReportFrame, words: Words): Block {
  const { country, language, publicUrl, zone } = frame
  const instant = (at: Date) => printedInstant(at, zone)
  const code = printedCode(document.codigo_verificacion)
  const address = `${publicUrl}/verificar/${document.codigo_verificacion}`
  const period = document.periodo
    ? new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(document.periodo),
      )
    : words('informe.sinPeriodo')
  const cancelled =
    document.anulado &&
    words('informe.anulado', {
      fecha: instant(document.anulado),
      quien: document.anulado_por ?? words('informe.sistema'),
      motivo: document.motivo_anulacion ?? '–',
    })
  const opened =
    openings > 0 && document.leido
      ? words('informe.aperturasTexto', { veces: String(openings), fecha: instant(document.leido) })
      : words('informe.sinAbrir')
  return {
    kind: 'facts',
    rows: [
      [words('informe.documento'), [document.tipo, document.etiqueta].filter(Boolean).join(', ')],
      [words('informe.periodo'), period],
      [words('informe.colaborador'), document.colaborador],
      [words('informe.cuil'), printedTaxId(document.cuil, country)],
      [words('informe.legajo'), document.numero_legajo],
      [words('informe.empleador'), document.empleador ?? '–'],
      [words('informe.estado'), cancelled ?? states[language][document.estado]],
      [
        words('informe.archivo'),
        words('informe.archivoTexto', {
          nombre: document.archivo,
          paginas: String(document.paginas),
          revision: String(document.revision),
        }),
      ],
      [words('informe.huella'), document.huella],
      [
        words('informe.publicado'),
        document.publicado ? instant(document.publicado) : words('informe.sinPublicar'),
      ],
      [words('informe.aperturas'), opened],
      [words('informe.codigo'), code],
      [words('informe.verificar'), address],
      [words('informe.hecho'), frame.made],
    ],
    beside: { text: address, size: 34, alt: words('informe.qr'), caption: code },
  }
}

function signatureBlocks({ signatures, changes }: ReportFacts, frame: ReportFrame, words: Words): Block[] {
  if (signatures.length === 0) return [paragraph(words('informe.sinFirmas'))]
  return signatures.flatMap((one): Block[] => {
    const own = one.firmante === 'employee'
    const rows: [string, string][] = [
      [words('informe.fecha'), printedInstant(one.fecha, frame.zone)],
      [words('informe.identificacion'), words(`informe.metodo.${one.metodo}`)],
      [words('informe.dispositivo'), deviceName(one.dispositivo, frame.language) ?? '–'],
      [words('informe.direccion'), one.direccion ?? '–'],
      [
        words('informe.formato'),
        words('informe.formatoTexto', { nivel: one.nivel, algoritmo: one.algoritmo }),
      ],
      [words('informe.serie'), one.serie],
      [words('informe.huellaRevision', { n: String(one.revision) }), one.huella],
    ]
    if (one.credencial) {
      rows.splice(2, 0, [words('informe.cuenta'), howOpened(one.acceso, frame, words)])
    }
    if (one.comentario) rows.unshift([words('informe.comentario'), one.comentario])
    if (one.decision) rows.unshift([words('informe.decision'), words(`informe.decisiones.${one.decision}`)])
    const name = one.cargo ? `${one.nombre}, ${one.cargo}` : one.nombre
    const events = changes.find(({ revision }) => revision === one.revision)?.events ?? []
    return [
      {
        kind: 'heading',
        level: 3,
        text: words(own ? 'informe.firmaColaborador' : 'informe.firmaEmpresa', { nombre: name }),
      },
      { kind: 'facts', rows },
      ...(own ? changesBefore(events, frame, words) : []),
    ]
  })
}

/** By what the signer's account was opened: their own link, or what somebody of the company put there, and when. */
function howOpened(access: RecordedAccess | null, { zone }: ReportFrame, words: Words): string {
  if (!access) return words('informe.credencialPropia')
  const nobody = words('informe.nadie')
  const put = words(`informe.acceso.${access.clase}`, {
    quien: access.por ?? nobody,
    fecha: printedInstant(new Date(access.fecha), zone),
  })
  if (!access.abierta) return put
  return `${put} ${words(`informe.abierta.${access.abierta}`, { quien: access.abierta_por ?? nobody })}`
}

/** Changes of the signer's credentials before the signature, which others may have made; listed beside it. */
function changesBefore(events: readonly SealedEvent[], frame: ReportFrame, words: Words): Block[] {
  if (events.length === 0) return [paragraph(words('informe.sinCredenciales'))]
  return [
    { kind: 'heading', level: 3, text: words('informe.credenciales') },
    eventTable(events, frame, words),
  ]
}

function eventTable(events: readonly SealedEvent[], { language, zone }: ReportFrame, words: Words): Block {
  return {
    kind: 'table',
    columns: [
      { title: words('informe.fecha'), weight: 27 },
      { title: words('informe.que'), weight: 38 },
      { title: words('informe.quien'), weight: 25 },
      { title: words('informe.donde'), weight: 27 },
    ],
    rows: events.map((event) => [
      printedInstant(event.at, zone),
      whatHappened(event, words),
      event.who ?? words('informe.sistema'),
      [deviceName(event.device, language), event.address].filter(Boolean).join(' · '),
    ]),
  }
}

function whatHappened(event: SealedEvent, words: Words): string {
  const que = words(wordsOf(event))
  const changed = addressesOf(event)
  if (changed) {
    const none = words('informe.sinCorreo')
    return words('informe.conCorreos', { que, antes: changed.antes ?? none, ahora: changed.ahora ?? none })
  }
  const page = isRecord(event.data) ? event.data.page : undefined
  if (typeof page === 'number') return words('informe.detallePagina', { que, pagina: String(page) })
  return isToldWithText(event) && event.text ? words('informe.conTexto', { que, texto: event.text }) : que
}

function mailBlocks({ mails }: ReportFacts, { zone }: ReportFrame, words: Words): Block[] {
  if (mails.length === 0) return [paragraph(words('informe.sinCorreos'))]
  return [
    {
      kind: 'table',
      columns: [
        { title: words('informe.fecha'), weight: 27 },
        { title: words('informe.correo'), weight: 28 },
        { title: words('informe.para'), weight: 30 },
        { title: words('informe.resultado'), weight: 32 },
      ],
      rows: mails.map(({ created_at, event, to_address, state, reason, sent_at }) => {
        const estado = [words(`estadoCorreo.${state}`), sent_at && printedInstant(sent_at, zone)]
          .filter(Boolean)
          .join(', ')
        const said = reason ? words('informe.conMotivo', { estado, motivo: reason }) : estado
        return [printedInstant(created_at, zone), words(`correo.${event}`), to_address, said]
      }),
    },
    { kind: 'paragraph', text: words('informe.entrega'), quiet: true },
  ]
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

function isRecord(fact: unknown): fact is Record<string, unknown> {
  return typeof fact === 'object' && fact !== null
}
