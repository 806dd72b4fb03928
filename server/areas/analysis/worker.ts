import { mask, wordsOf } from './masking.ts'

/** Tasks of the engine's workers, which search a stranger's text under a deadline. */

export interface Words {
  ok: true
  words: string[]
}

export function findWords({ text }: { text: string }): Words {
  return { ok: true, words: wordsOf(text) }
}

export interface Masked {
  ok: true
  masked: string
}

export function maskText({ text, names }: { text: string; names: ReadonlySet<string> }): Masked {
  return { ok: true, masked: mask(text, names) }
}
