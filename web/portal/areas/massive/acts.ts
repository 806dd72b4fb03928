import type { MassiveItem } from '#contract/massive/preview.ts'

/** The acts on a receipt in its present state. The first is the most likely remedy. */
export type ReceiptAct =
  | 'asignar_sugerido'
  | 'publicar_igual'
  | 'elegir'
  | 'crear'
  | 'unir'
  | 'partir'
  | 'excluir'
  | 'deshacer'

type Group = MassiveItem['grupo']

/** Exceptions of which somebody may say: it is right as it was read. */
const rightAsRead: readonly Group[] = [
  'inactivo',
  'onboarding',
  'nombre_distinto',
  'otro_mes',
  'texto_dudoso',
  'xml_distinto',
  'otra_asignacion',
  'dos_ids',
  'repetido',
  // Only a receipt that came back unsigned from the external system has an employee: it can be published without that
  // signature.
  'archivo_rechazado',
]

/** Exceptions that are often a page of the receipt before. */
const oftenOfTheOneBefore: readonly Group[] = [
  'pagina_suelta',
  'sin_id',
  'repetido',
  'texto_dudoso',
  'dos_ids',
]

/** The acts that a receipt offers. The server refuses all others. */
export function actsOf(item: MassiveItem): ReceiptAct[] {
  if (item.decision !== null) return ['deshacer']
  // A refused file has no pages that could be assigned to anybody.
  if (item.paginas.length === 0) return ['excluir']
  // A file of its own is taken as it came: nothing of it is parted or joined.
  const ofOneFile = item.archivo === null
  const parts: ReceiptAct[] = ofOneFile && item.paginas.length > 1 ? ['partir'] : []
  if (item.situacion === 'ready') return ['elegir', 'excluir', ...parts]
  return [
    ...(item.sugerencia ? (['asignar_sugerido'] as const) : []),
    ...(item.colaborador && rightAsRead.includes(item.grupo) ? (['publicar_igual'] as const) : []),
    ...(ofOneFile && (item.paginas[0] ?? 1) > 1 && oftenOfTheOneBefore.includes(item.grupo)
      ? (['unir'] as const)
      : []),
    'elegir',
    ...(item.grupo === 'desconocido' ? (['crear'] as const) : []),
    'excluir',
    ...parts,
  ]
}

/** Whether it was decided and is shown as a line of the record. */
export function isSolved({ decision, situacion, grupo }: MassiveItem): boolean {
  if (situacion === 'excluded' || situacion === 'merged') return true
  return decision !== null && grupo !== 'listo'
}

/** 'p. 12', 'p. 12–13' as a pair of figures, or the file of a zip. */
export function placeOf({ paginas }: MassiveItem): { desde: number; hasta: number } | null {
  const [first] = paginas
  return first === undefined ? null : { desde: first, hasta: paginas.at(-1) ?? first }
}

/**
 * An id that was read, cut where it differs from the one that is proposed: the digits that differ stand out. Where
 * they are of another length, all of it is one piece.
 */
export function differing(read: string, proposed: string | undefined): { text: string; differs: boolean }[] {
  const plain = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (!proposed || plain(read).length !== plain(proposed).length) return [{ text: read, differs: false }]
  const wanted = plain(proposed)
  const pieces: { text: string; differs: boolean }[] = []
  let at = 0
  for (const letter of read) {
    const counts = /[0-9A-Za-z]/.test(letter)
    const differs = counts && letter.toUpperCase() !== wanted[at]
    if (counts) at++
    const last = pieces.at(-1)
    if (last?.differs === differs) last.text += letter
    else pieces.push({ text: letter, differs })
  }
  return pieces
}
