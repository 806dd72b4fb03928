/** What a document is laid out of, top to bottom. All words are the caller's; lengths are millimetres. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  | { kind: 'paragraph'; text: string; quiet?: boolean }
  /** Labelled pairs; beside them, at the right, a code to be scanned. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[]; beside?: Qr }
  /** Columns share the width by their weights. The head is repeated on each page; no row is broken by one. */
  | {
      kind: 'table'
      columns: readonly { title: string; weight: number }[]
      rows: readonly (readonly string[])[]
    }
  /** Hashes and records, in small type: broken anywhere, so that the lines joined are the text again. */
  | { kind: 'code'; label: string; text: string }
  /** A PNG or JPEG, as large as fits. */
  | { kind: 'image'; bytes: Uint8Array; width: number; height: number; alt: string }
  /** Room that something is put into later, such as a signature: answered by its name. */
  | { kind: 'place'; name: string; width: number; height: number; caption: string }
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
  /** At the foot of each page, at its left. */
  foot: string
  /** `Página {{pagina}} de {{paginas}}`, at its right. */
  pageWords: string
}

/** Where a named place came to stand: page from 1, millimetres from the page's top left corner. */
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
