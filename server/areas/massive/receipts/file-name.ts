import { hasFewHoles } from '#contract/folders/capture-pattern.ts'
import { candidatesIn } from './ids.ts'
import { monthsOf } from './months.ts'
import type { Named, PeopleIndex } from './people.ts'
import { plain } from './plain.ts'
import { isGrouped, shapes } from './shapes.ts'
import type { ReadingRules } from './types.ts'

/** The facts in a file's name. */
export interface NameOfFile {
  /** People whose ids or file numbers it contains. */
  persons: Named[]
  /** As it stands there; of nobody, if there are no persons. */
  id: string | null
  /** They are known by a file number that nothing calls one: what numbers files one after the other looks the same. */
  byNumber: boolean
  months: string[]
}

/** Reads the name of a file by the type's own pattern, or else by what names of receipts are like. */
export function readFileName(path: string, people: PeopleIndex, rules: ReadingRules): NameOfFile {
  const name = plain((path.split(/[/\\]/).at(-1) ?? '').normalize('NFC')).slice(0, 200)
  const pattern = rules.pattern?.archivo
  if (pattern) {
    // One with more holes was saved before they were limited.
    if (!hasFewHoles(pattern)) return { persons: [], id: null, byNumber: false, months: [] }
    const found = matchName(plain(pattern.normalize('NFC')), name)
    if (!found) return { persons: [], id: null, byNumber: false, months: [] }
    const person = found.id
      ? people.byId(found.id)
      : found.legajo
        ? people.byFileNumber(found.legajo)
        : undefined
    return {
      persons: person ? [person] : [],
      id: found.id ?? found.legajo ?? null,
      byNumber: false,
      months: found.periodo ? monthsOfName(found.periodo) : [],
    }
  }
  const base = name.replace(/\.[a-z0-9]{1,5}$/, '').replace(/[_()[\]{}+,;#@]+/g, '  ')
  return byHabit(base, people, rules)
}

/** "20123456786_202610", "recibo 20-12345678-6", "412 octubre 2026", "legajo_412". */
function byHabit(base: string, people: PeopleIndex, { country }: ReadingRules): NameOfFile {
  const months = monthsOfName(base)
  const persons = new Set<Named>()
  let id: string | null = null
  let shaped: string | null = null
  for (const candidate of base.split('  ').flatMap((part) => [...candidatesIn(part), ...hyphened(part)])) {
    const person = people.byId(candidate.text)
    const kind = shapes[country].find((one) => one.pattern.test(candidate.text))
    const whole = kind !== undefined && isGrouped(kind, candidate.hard)
    if (person && (whole || candidate.hard.length === 1)) {
      persons.add(person)
      id ??= candidate.text
    } else if (whole && monthsOfName(candidate.text).length === 0) shaped ??= candidate.text
  }
  const byNumber = persons.size === 0 && shaped === null
  if (byNumber) {
    for (const [number] of base.matchAll(/(?<![\p{L}\d])[a-z]{0,2}\d{1,10}(?![\p{L}\d])/gu)) {
      const person = monthsOfName(number).length === 0 ? people.byFileNumber(number) : undefined
      if (person) persons.add(person)
      if (person) id ??= number
    }
  }
  return { persons: [...persons], id: id ?? shaped, byNumber, months }
}

/** Where hyphens part the id from the rest of the name: each part by itself. */
function hyphened(part: string): { text: string; hard: number[] }[] {
  return part
    .split(/[-. ]+/)
    .filter((piece) => piece.length >= 5 && /\d{5}/.test(piece))
    .map((piece) => ({ text: piece, hard: [piece.length] }))
}

/** Months as names of files write them: 202610, 2026-10, 10-2026, 102026, octubre 2026. */
function monthsOfName(text: string): string[] {
  const found = new Set(monthsOf([text.replace(/[-_.]/g, ' '), text.replace(/[-_. ]+/g, '/')]))
  for (const match of text.matchAll(
    /(?<!\d)(?:(20\d\d)[-_. ]?(0[1-9]|1[0-2])|(0[1-9]|1[0-2])[-_. ]?(20\d\d))(?!\d)/g,
  ))
    found.add(`${match[1] ?? match[4]}-${match[2] ?? match[3]}-01`)
  return [...found]
}

type Field = 'id' | 'legajo' | 'periodo'
const fields: Readonly<Record<Field, RegExp>> = {
  id: /^[\p{L}\d][\p{L}\d.&-]{3,19}$/u,
  legajo: /^[\p{L}\d][\p{L}\d-]{0,19}$/u,
  periodo: /^(?:\d{6}|\d{4}[-.]\d{2}|\d{2}[-.]\d{4})$/,
}

/** The fields of a name, both plain; null where it isn't of the pattern. Each place is tried once for each part. */
export function matchName(pattern: string, name: string): Partial<Record<Field, string>> | null {
  const parts = pattern.split(/(\{(?:id|legajo|periodo|\*)\})/).filter(Boolean)
  const failed = new Set<string>()
  const from = (part: number, at: number): Partial<Record<Field, string>> | null => {
    const wanted = parts[part]
    if (wanted === undefined) return at === name.length ? {} : null
    if (!/^\{.*\}$/.test(wanted))
      return name.startsWith(wanted, at) ? from(part + 1, at + wanted.length) : null
    const place = `${part} ${at}`
    if (failed.has(place)) return null
    const field = wanted.slice(1, -1)
    for (let tried = 0; tried <= name.length - at; tried++) {
      // Anything takes as much as it can, a field as little.
      const end = isField(field) ? at + tried : name.length - tried
      const text = name.slice(at, end)
      if (isField(field) && !fields[field].test(text)) continue
      const rest = from(part + 1, end)
      if (rest) return isField(field) ? { ...rest, [field]: text } : rest
    }
    failed.add(place)
    return null
  }
  return from(0, 0)
}

function isField(name: string): name is Field {
  return name === 'id' || name === 'legajo' || name === 'periodo'
}
