import i18next, { type i18n } from 'i18next'
import { Trans as AnyTrans, useTranslation } from 'react-i18next'
import type { ReactElement } from 'react'
import type { Words } from './i18n.ts'

/** A file of words. */
export type Namespace = keyof Words

type Plural = 'one' | 'many' | 'other'
/** With `x_one` there is `x` too, whose form the count decides. */
type WithBare<K extends string> = K extends `${infer Bare}_${Plural}` ? Bare | K : K
type KeysOf<Texts, Value> = {
  [K in keyof Texts & string]: Texts[K] extends Value
    ? WithBare<K>
    : Texts[K] extends string | readonly unknown[]
      ? never
      : `${K}.${KeysOf<Texts[K], Value>}`
}[keyof Texts & string]

type Keys = { [N in Namespace]: KeysOf<Words[N], string> }
type FullKeys = { [N in Namespace]: `${N}:${Keys[N]}` }
type FullKeysOfLists = { [N in Namespace]: `${N}:${KeysOf<Words[N], readonly string[]>}` }[Namespace]
type First<Ns> = Ns extends readonly [infer N extends Namespace, ...unknown[]] ? N : Ns & Namespace

/** The texts of the first file are named by their keys alone, of all files in full: `words:accion.cerrar`. */
export type Key<Ns> =
  | Keys[First<Ns>]
  | (Ns extends readonly (infer N extends Namespace)[] ? FullKeys[N] : never)

/** Answers a text in the language shown, with the values put in; `count` decides its plural. */
export type Translate<K> = (key: K, values?: Record<string, unknown>) => string

/**
 * The texts of one or several files of words: a key that isn't there doesn't compile. The types of i18next do the same,
 * and work out all keys anew at each call of `t`, which took a third of the compiler's time.
 */
export const useWords = useTranslation as unknown as <
  const Ns extends Namespace | readonly Namespace[] = 'words',
>(
  files?: Ns,
) => { t: Translate<Key<Ns>>; i18n: i18n }

/** A text with elements in it: `<1>…</1>` stands for the component 1. */
export const Trans = AnyTrans as unknown as <K>(text: {
  t: Translate<K>
  i18nKey: NoInfer<K>
  count?: number
  values?: Record<string, unknown>
  components: Record<string, ReactElement>
  /** Shows what the values have escaped: & and not &amp;. */
  shouldUnescape?: boolean
}) => ReactElement

/** Texts where no component renders. */
export const textOf: Translate<Key<readonly ['words', 'country', 'shell']>> = (key, values) =>
  i18next.t(key, values ?? {})

/** The texts of a list. */
export function linesOf(key: FullKeysOfLists, values?: Record<string, unknown>): string[] {
  const lines: unknown = i18next.t(key, { ...values, returnObjects: true })
  return lines as string[]
}
