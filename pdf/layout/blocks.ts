/** The building blocks of a document, top to bottom. The caller supplies all words; lengths are millimetres. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  | { kind: 'paragraph'; text: string; quiet?: boolean }
  /** Labelled pairs, with an optional QR code to their right. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[]; beside?: Qr }
  /** Columns share the width by their weights. The head is repeated on each page; no row spans two pages. */
  | {
      kind: 'table'
      columns: readonly { title: string; weight: number }[]
      rows: readonly (readonly string[])[]
    }
  /** Hashes and records in small type, broken at any character, so that the joined lines are the text again. */
  | { kind: 'code'; label: string; text: string }
  /** A PNG or JPEG, as large as fits. */
  | { kind: 'image'; bytes: Uint8Array; width: number; height: number; alt: string }
  /** Room reserved for later, such as for a signature; its position is returned under its name. */
  | { kind: 'place'; name: string; width: number; height: number; caption: string }
  /** A slip to be cut out and handed over, never split between pages; the last row is printed large. */
  | {
      kind: 'slip'
      head: string
      title: string
      aside: string
      rows: readonly (readonly [label: string, value: string])[]
      notes: readonly string[]
    }
  | { kind: 'page_break' }

/** A QR code of `text`, `size` wide. */
export interface Qr {
  text: string
  size: number
  alt: string
  caption: string
}

export interface LayoutRequest {
  title: string
  author: string
  language: 'es' | 'pt'
  created: Date
  blocks: readonly Block[]
  /** Text at the left of each page's foot. */
  foot: string
  /** `Página {{pagina}} de {{paginas}}`, at the right of each page's foot. */
  pageWords: string
}

/** The position of a named place: page from 1, millimetres from the page's top left corner. */
export interface Place {
  name: string
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface LaidOut {
  ok: true
  pdf: Uint8Array
  pages: number
  places: Place[]
}
