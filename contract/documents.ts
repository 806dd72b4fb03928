/**
 * A document's state as people name it, in one word made of three facts. Lists, filters and counts all read this
 * table: the server makes conditions of it, and {@link documentWord} finds the word of a document.
 */
export const documentWords = {
  anulado: { state: 'cancelled' },
  falta_la_firma_de_la_empresa: { state: 'waiting_company_signature' },
  no_conforme: { state: 'published', signing: 'no_conforme' },
  conforme: { state: 'published', signing: 'conforme' },
  pendiente: { state: 'published', signing: 'pending' },
  leido: { state: 'published', signing: 'none', read: true },
  sin_leer: { state: 'published', signing: 'none', read: false },
} as const satisfies Record<string, { state: ListedState; signing?: Signing; read?: boolean }>

export type DocumentWord = keyof typeof documentWords
/** What an employee sent and nobody accepted yet, or rejected, is in no list of documents. */
export type ListedState = 'waiting_company_signature' | 'published' | 'cancelled'
type Signing = 'none' | 'pending' | 'conforme' | 'no_conforme'

export const documentWordNames = Object.keys(documentWords) as [DocumentWord, ...DocumentWord[]]

/** The one word for a document in this state. */
export function documentWord(
  state: ListedState,
  signing: Signing,
  firstReadAt: Date | string | null,
): DocumentWord {
  const word = documentWordNames.find((name) => {
    const facts: { state: ListedState; signing?: Signing; read?: boolean } = documentWords[name]
    return (
      facts.state === state &&
      (facts.signing ?? signing) === signing &&
      (facts.read ?? firstReadAt !== null) === (firstReadAt !== null)
    )
  })
  if (!word) throw new Error(`no word for ${state}, ${signing}`)
  return word
}
