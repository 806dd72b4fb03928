import type { Country } from '#contract/fields.ts'

/** A person of a corpus file, as a candidate for its receipts. */
export interface TruthPerson {
  id: number
  cuil: string
  dni: string
  fileNumber: string
  firstName: string
  lastName: string
  state: 'active' | 'inactive' | 'onboarding'
  alreadyPublished: boolean
}

/** A receipt as it truly is. */
export interface TruthReceipt {
  /** Pages of the file, from 0. */
  pages: number[]
  /** The owner; null when it belongs to nobody of the list, or cannot be determined. */
  person: number | null
  /** The result expected of a careful reader; `either` where both are right, with the reason in `why`. */
  expected: 'listo' | 'exception' | 'either'
  traps: string[]
  why: string
  /** People whom the page may wrongly suggest. */
  forbidden: number[]
  /** `ocr`: only the rendered page can be read. */
  readable: 'text' | 'ocr'
}

export interface TruthFile {
  file: string
  producer: string
  about: string
  country: Country
  employerIds: string[]
  employerNames: string[]
  /** First day of the month that is published. */
  period: string
  people: TruthPerson[]
  /** By page: indexes of its receipts in `receipts`; none on blank pages and notices. */
  pages: { receipts: number[]; kind: 'receipt' | 'blank' | 'notice' }[]
  receipts: TruthReceipt[]
}

/** A reader's result: a receipt, its pages from 0, and the employee it would be assigned to without review. */
export interface Reading {
  pages: readonly number[]
  found: string
  employeeId: number | null
}

export interface Wrong {
  file: string
  /** From 1, as people count. */
  pages: number[]
  assignedTo: number | null
  /** The owners of those pages. */
  belongsTo: (number | null)[]
  traps: string[]
  forbidden: boolean
}

export interface Missed {
  file: string
  pages: number[]
  person: number | null
  found: string[]
  traps: string[]
}

export interface Part {
  expected: number
  right: number
}

export interface Score {
  receipts: number
  /** Ready for anybody but the true person, or with a page of another person's receipt. Must be empty. */
  wrong: Wrong[]
  /** Ready and right though an exception was expected: an id typed wrong, an inactive person. */
  careless: Wrong[]
  /** Ready with a page that is nobody's. */
  stray: Wrong[]
  /** Pages that are in no receipt or in several of what was answered. */
  unaccounted: { file: string; page: number }[]
  /** Expected ready, and not so, or not with exactly its pages. */
  missed: Missed[]
  text: Part
  ocr: Part
  byTrap: Map<string, Part>
}

/** No score yet, to which files are added. */
export function noScore(): Score {
  return {
    receipts: 0,
    wrong: [],
    careless: [],
    stray: [],
    unaccounted: [],
    missed: [],
    text: { expected: 0, right: 0 },
    ocr: { expected: 0, right: 0 },
    byTrap: new Map(),
  }
}

const samePages = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((page, place) => page === b[place])

/** Adds what a reader answered for one file to `score`. */
export function scoreFile(score: Score, truth: TruthFile, read: readonly Reading[]): void {
  score.receipts += truth.receipts.length
  for (const one of read) if (one.found === 'listo') judge(score, truth, one)
  recall(score, truth, read)
  truth.pages.forEach((_, page) => {
    const times = read.filter((one) => one.pages.includes(page)).length
    if (times !== 1) score.unaccounted.push({ file: truth.file, page: page + 1 })
  })
}

function judge(score: Score, truth: TruthFile, one: Reading): void {
  const on = one.pages.map((page) =>
    (truth.pages[page]?.receipts ?? []).flatMap((place) => truth.receipts[place] ?? []),
  )
  const receipts = [...new Set(on.flat())]
  const found: Wrong = {
    file: truth.file,
    pages: one.pages.map((page) => page + 1),
    assignedTo: one.employeeId,
    belongsTo: receipts.map((receipt) => receipt.person),
    traps: receipts.flatMap((receipt) => receipt.traps),
    forbidden: receipts.some(
      (receipt) => one.employeeId !== null && receipt.forbidden.includes(one.employeeId),
    ),
  }
  const wrong =
    one.employeeId === null ||
    !receipts.length ||
    receipts.some((receipt) => receipt.person !== one.employeeId)
  if (wrong) score.wrong.push(found)
  else if (receipts.some((receipt) => receipt.expected === 'exception')) score.careless.push(found)
  if (!wrong && on.some((there) => !there.length)) score.stray.push(found)
}

function recall(score: Score, truth: TruthFile, read: readonly Reading[]): void {
  for (const receipt of truth.receipts) {
    if (receipt.expected !== 'listo') continue
    const right = read.some(
      (one) =>
        one.found === 'listo' && one.employeeId === receipt.person && samePages(one.pages, receipt.pages),
    )
    const parts = [score[receipt.readable]]
    for (const trap of receipt.traps) {
      const part = score.byTrap.get(trap) ?? { expected: 0, right: 0 }
      score.byTrap.set(trap, part)
      parts.push(part)
    }
    for (const part of parts) {
      part.expected += 1
      if (right) part.right += 1
    }
    if (right) continue
    score.missed.push({
      file: truth.file,
      pages: receipt.pages.map((page) => page + 1),
      person: receipt.person,
      found: read
        .filter((one) => receipt.pages.some((page) => one.pages.includes(page)))
        .map((one) => one.found),
      traps: receipt.traps,
    })
  }
}
