import { readFileSync } from 'node:fs'

/** A page of docs with the section under a heading `## …` replaced, or added at its end; for file snapshots. */
export function withSection(path: string, heading: string, lines: readonly string[]): string {
  const [intro = '', ...sections] = readFileSync(path, 'utf8').split(/^(?=## )/m)
  const own = [`## ${heading}`, '', ...lines, ''].join('\n')
  const at = sections.findIndex((section) => section.startsWith(`## ${heading}\n`))
  const rest = at < 0 ? [...sections, own] : sections.with(at, own)
  return [intro, ...rest].map((part) => part.trimEnd()).join('\n\n') + '\n'
}
