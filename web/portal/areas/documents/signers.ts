import type { DocumentDetail } from '#contract/documents/documents.ts'
import type { Signer } from '#web/shared/documents/SignatureLine.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import type { Key, Translate } from '#web/shared/texts/useWords.ts'

/**
 * A document's signatures in the order of signing, and the missing signers. A key is the revision or the missing
 * signer.
 */
export function signersOf(
  document: DocumentDetail,
  t: Translate<Key<readonly ['documents', 'words']>>,
  zone: string,
  seconds = false,
): Signer[] {
  const signed: Signer[] = document.firmas.map(
    ({ revision, firmante, nombre, cargo, decision, comentario, fecha }) => ({
      key: String(revision),
      name: nombre,
      role:
        firmante === 'company'
          ? [t('words:firma.empresa'), cargo].filter(Boolean).join(', ')
          : `${t('words:firma.colaborador')}, ${t(`words:firma.${decision ?? 'conforme'}`)}`,
      when: instantText(fecha, zone, seconds),
      outcome: decision ?? 'conforme',
      comment: comentario,
    }),
  )
  const missing = { when: null, outcome: 'falta' } as const
  if (document.estado === 'falta_la_firma_de_la_empresa')
    signed.unshift({
      ...missing,
      key: 'company',
      name: document.empleador ?? '',
      role: t('words:firma.empresa'),
    })
  if (document.estado === 'pendiente')
    signed.push({
      ...missing,
      key: 'employee',
      name: document.colaborador,
      role: t('words:firma.colaborador'),
    })
  return signed
}

/** 'Recibo de sueldo, 1ª quincena': the type with what tells apart several of a period. */
export function nameOf({ tipo, etiqueta }: Pick<DocumentDetail, 'tipo' | 'etiqueta'>): string {
  return [tipo, etiqueta].filter(Boolean).join(', ')
}
