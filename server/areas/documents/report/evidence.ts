import type { Block } from '#pdf/layout/blocks.ts'
import { canonical, hashedFacts, hashOfDetail, hashOfEvent } from '#server/shared/evidence/events.ts'
import { printedInstant } from '#server/shared/text/printed.ts'
import { type Proof, verifyProof } from '#server/shared/evidence/seal.ts'
import type { ReportFacts } from './facts.ts'
import { isToldWithText, type SealedEvent, wordsOf } from './queries.ts'
import type { ReportFrame, Words } from './words.ts'

/** How to recompute it, then each seal with its events: record, detail, hash and path to the root. */
export function evidenceBlocks(
  { events, changes, proofs }: ReportFacts,
  { zone }: ReportFrame,
  words: Words,
): Block[] {
  const all = new Map([...events, ...changes.flatMap((one) => one.events)].map((event) => [event.id, event]))
  const sealed = [...all.values()].flatMap((event) => {
    const proof = proofs.get(event.id)
    return proof ? [{ event, proof }] : []
  })
  const seals = Map.groupBy(sealed, ({ proof }) => proof.sealId)
  const open = [...all.values()].filter(({ id }) => !proofs.has(id))
  return [
    ...['como', 'paso1', 'paso2', 'paso3'].map((part): Block => ({
      kind: 'paragraph',
      text: words(`informe.${part}`),
      quiet: true,
    })),
    ...[...seals].flatMap(([id, inside]): Block[] => {
      const [first] = inside
      return first
        ? [...sealBlocks(id, first.proof, zone, words), ...inside.flatMap((one) => eventBlocks(one, words))]
        : []
    }),
    ...(open.length > 0
      ? [
          { kind: 'heading', level: 3, text: words('informe.sinSellar') } as const,
          { kind: 'paragraph', text: words('informe.sinSellarTexto') } as const,
          ...open.flatMap((event) => eventBlocks({ event }, words)),
        ]
      : []),
  ]
}

function sealBlocks(id: number, proof: Proof, zone: string, words: Words): Block[] {
  const stamp = proof.timestamp ? 'conSelloDeTiempo' : 'sinSelloDeTiempo'
  const fecha = printedInstant(proof.sealedAt, zone)
  return [
    { kind: 'heading', level: 3, text: words('informe.sello', { n: String(id), fecha }) },
    { kind: 'paragraph', text: words(`informe.${stamp}`), quiet: true },
    {
      kind: 'code',
      label: words('informe.raizAnterior'),
      text: proof.previousRoot ?? words('informe.ninguna'),
    },
    { kind: 'code', label: words('informe.raiz'), text: proof.root },
  ]
}

function eventBlocks({ event, proof }: { event: SealedEvent; proof?: Proof }, words: Words): Block[] {
  const { salt, address, device, text } = event
  const what = words(wordsOf(event))
  const path = proof?.path.map(({ side, hash }) => (side === 'left' ? 'I' : 'D') + hash).join(',')
  const detail = salt !== null && isToldWithText(event) ? canonical({ salt, address, device, text }) : null
  return [
    { kind: 'heading', level: 4, text: `${event.id}. ${what}` },
    { kind: 'code', label: words('informe.registro'), text: unspaced(canonical(hashedFacts(event))) },
    ...(detail ? [{ kind: 'code', label: words('informe.detalle'), text: unspaced(detail) } as const] : []),
    { kind: 'code', label: words('informe.huellaHecho'), text: event.hash },
    ...(proof
      ? [{ kind: 'code', label: words('informe.camino'), text: path || words('informe.unico') } as const]
      : []),
    ...warningsOf(event, proof).map(
      (name) => ({ kind: 'paragraph', text: words(`informe.${name}`) }) as const,
    ),
  ]
}

/** The sentences about hashes that don't fit what they cover. An erased detail is none. */
function warningsOf(event: SealedEvent, proof: Proof | undefined): string[] {
  const { salt, address, device, text, detailHash } = event
  return [
    ...(hashOfEvent(event) === event.hash ? [] : ['noCoincide']),
    ...(salt === null || hashOfDetail({ salt, address, device, text }) === detailHash
      ? []
      : ['detalleNoCoincide']),
    ...(!proof || verifyProof(proof) ? [] : ['caminoNoLleva']),
  ]
}

/** Spaces as JSON may write them too, so that a text read from the page and joined is the same JSON. */
function unspaced(json: string): string {
  return json.replaceAll(' ', '\\u0020')
}
