import type { ErrorCode } from '#contract/errors.ts'

const files = import.meta.glob<object>('./es/errors/*.json', { eager: true, import: 'default' })

/** The messages of all errors, from the areas' files. */
export const errorWords: Readonly<Record<ErrorCode, string>> = Object.assign({}, ...Object.values(files))
