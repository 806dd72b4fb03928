import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RegExpParser } from '@eslint-community/regexpp'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { composedRegexes } from '#server/shared/text/composed.ts'

/**
 * One text must not stop the server: no regular expression of the contract, the document engine or the server may take
 * more than linear time. Literals are found in the sources; lint forbids every other one that isn't composed by
 * `composeRegex`. Lookarounds are beyond the static analysis, so each is measured as well.
 */
const root = join(import.meta.dirname, '..')

const sources = ['contract', 'pdf', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])testing[\\/]/.test(file))
    .map((file) => `${folder}/${file}`),
)

/** Every regular expression, with the file that has it. */
async function findRegexes(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8')
    new Visitor({
      Literal(node) {
        if ('regex' in node) found.set(`/${node.regex.pattern}/${node.regex.flags}`, file)
      },
    }).visit(parseSync(file, text).program)
    if (text.includes('composeRegex(')) await import(/* @vite-ignore */ join(root, file))
  }
  for (const regex of composedRegexes) found.set(String(regex), 'composed')
  return found
}

const all = await findRegexes()

const superLinear = (regex: string) =>
  analyse(new RegExpParser().parseLiteral(regex), { reportTypes: { Move: true, Self: true, Trade: true } })
    .reports.length > 0

test('every regular expression is linear by analysis', () => {
  expect(all.size).toBeGreaterThan(300)
  expect([...all].filter(([regex]) => superLinear(regex))).toEqual([])
})

test('the analysis finds the expression by which a receipt of 20 kB stopped the server', () => {
  expect(
    superLinear(String.raw`/\p{N}(?:-(?:[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*|K))*(?![\p{L}\p{N}]|,\p{N})/gu`),
  ).toBe(true)
  expect(superLinear(String.raw`/\s+$/`)).toBe(true)
})

const length = 100_000
/** Processor time in milliseconds. A linear search takes some 2, a quadratic one of 100,000 characters thousands. */
const most = 500
/** Matches after which a search has shown its pace. */
const mostMatches = 1_000
const usual = ['a', 'A', 'ñ', '1', ' ', '\t', '\n', '\0', ...'.,-/:;_()[]{}<>"\'#@*\\+=%&$|°']

function spentOn(regex: RegExp, text: string): number {
  regex.lastIndex = 0
  const before = process.threadCpuUsage()
  for (let n = 0; n < mostMatches && regex.exec(text); n++)
    if (regex.lastIndex === 0 || text.length <= regex.lastIndex++) break
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The repeated signs that tell the most of a regular expression: the usual ones and its own, in pairs where LONG=1. */
function signsFor(pattern: string): string[] {
  const own = new Set(pattern.match(/[^\\(){}[\]?*+^$|]/gu))
  const single = [...new Set([...usual, ...own])]
  return process.env.LONG ? [...single, ...[...own].flatMap((a) => [...own].map((b) => a + b))] : single
}

test('no regular expression is slow on 100,000 equal characters', { timeout: 600_000 }, () => {
  const slow: string[] = []
  for (const [literal, file] of all) {
    const end = literal.lastIndexOf('/')
    const pattern = literal.slice(1, end)
    const regex = new RegExp(pattern, literal.slice(end + 1).replace('g', '') + 'g')
    for (const sign of signsFor(pattern))
      for (const last of ['', '\u0001', ',1']) {
        const text = sign.repeat(length / sign.length) + last
        if (spentOn(regex, text) > most) slow.push(`${file}: ${literal} on ${JSON.stringify(sign)}`)
      }
  }
  expect(slow).toEqual([])
})
