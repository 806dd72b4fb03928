import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seeded } from '#demo/random.ts'
import type { PageFacts } from '#pdf/page-words.ts'
import { createEngine } from '#pdf/pool.ts'
import { sourceOf } from '#pdf/source.ts'
import { layoutsIn } from '../../server/areas/massive/receipts/kept-layouts.ts'
import type { KeptLayout, LayoutTaught } from '../../server/areas/massive/receipts/kept-layouts.ts'
import { readPage } from '../../server/areas/massive/receipts/page.ts'
import { indexPeople } from '../../server/areas/massive/receipts/people.ts'
import { receiptsOf } from '../../server/areas/massive/receipts/receipts.ts'
import { recurringByPage } from '../../server/areas/massive/receipts/recurring.ts'
import type { ReadingRules } from '../../server/areas/massive/receipts/types.ts'
import { noScore, scoreFile } from '../corpus/score.ts'
import type { Score, TruthFile } from '../corpus/score.ts'

/** A payroll file with traps, and the facts of its pages. */
export interface CorpusFile {
  truth: TruthFile
  pages: PageFacts[]
}

/** The text of the payroll files with traps, of all sets or those named; pictures are not recognised. */
export async function corpusFiles(only?: readonly string[]): Promise<CorpusFile[]> {
  const engine = createEngine({ threads: 2, deadlineMs: 120_000 })
  try {
    const files: CorpusFile[] = []
    for (const set of ['.', 'second', 'third', 'fourth', 'fifth']) {
      const folder = join(import.meta.dirname, '../corpus', set)
      const all = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { files: TruthFile[] }
      for (const truth of all.files.filter(({ file }) => only?.includes(file) ?? true)) {
        const source = sourceOf(readFileSync(join(folder, 'pdf', truth.file)))
        const read = await engine.readPages(source, 0, truth.pages.length)
        if (!read.ok) throw new Error(`${truth.file}: ${read.fault} ${read.detail}`)
        files.push({ truth, pages: read.pages })
      }
    }
    return files
  } finally {
    await engine.close()
  }
}

/**
 * Reads files with part of their roster: the receipts of everybody else are of strangers. `lacking`: the share of the
 * roster that is taken away, by chance. `kept`: layouts that earlier files taught.
 */
export function readHoled(
  files: readonly CorpusFile[],
  lacking: number,
  seed: number,
  kept?: readonly KeptLayout[],
): Score {
  const score = noScore()
  for (const { truth, pages } of files) {
    const random = seeded(`${seed} ${truth.file}`)
    const people = truth.people.filter(() => random() >= lacking)
    const known = new Set(people.map(({ id }) => id))
    const index = indexPeople(people)
    const rules = { ...rulesOf(truth), kept }
    const receipts = receiptsOf(
      pages.map((page) => readPage(page, index, rules)),
      index,
      rules,
    )
    scoreFile(
      score,
      {
        ...truth,
        receipts: truth.receipts.map((receipt) =>
          receipt.person === null || known.has(receipt.person)
            ? receipt
            : { ...receipt, expected: 'exception' },
        ),
      },
      receipts,
    )
  }
  return score
}

/**
 * Reads the second half of each file in files of `size` receipts, with the layouts that the first halves of all files
 * taught while the roster was whole. `lacking` and `seed` as in {@link readHoled}.
 */
export function readAfterFirstHalf(
  files: readonly CorpusFile[],
  size: number,
  lacking: number,
  seed: number,
): Score {
  const halves = files.flatMap((file) => {
    const [first, second] = partsOf([file], Math.ceil(groupsOf(file.truth).length / 2))
    return first && second ? [{ first, second }] : []
  })
  const taught = halves.flatMap(({ first: { truth, pages } }) => layoutsOfFile(truth, pages))
  const kept = taught.map((one, id) => ({ id, taught: one }))
  return readHoled(
    partsOf(
      halves.map(({ second }) => second),
      size,
    ),
    lacking,
    seed,
    kept,
  )
}

function layoutsOfFile(truth: TruthFile, pages: readonly PageFacts[]): LayoutTaught[] {
  const people = indexPeople(truth.people)
  const rules = rulesOf(truth)
  const readings = pages.map((page) => readPage(page, people, rules))
  return layoutsIn(readings, recurringByPage(readings, people, rules))
}

function rulesOf({ country, employerIds, period }: TruthFile): ReadingRules {
  return { country, employerIds: new Set(employerIds), capture: 'first_page', period }
}

/** Files of several layouts and employers in one: three of one country each. */
export function mixesOf(files: readonly CorpusFile[]): CorpusFile[] {
  return [...Map.groupBy(files, ({ truth }) => truth.country).values()].flatMap((own) =>
    own.flatMap((first, at) =>
      at % 3 === 0 && at + 1 < own.length ? [mixed(first, own.slice(at, at + 3))] : [],
    ),
  )
}

/** Files of one country joined into one, their receipts in an order of chance. Ids of people are made anew. */
function mixed(first: CorpusFile, files: readonly CorpusFile[]): CorpusFile {
  const random = seeded(first.truth.file)
  const idOf = (at: number, id: number) => at * 1_000_000 + id
  const blocks = files.flatMap(({ truth, pages }, at) => {
    return groupsOf(truth).map((group) => ({ at, truth, pages, group, order: random() }))
  })
  blocks.sort((a, b) => a.order - b.order)
  const made: CorpusFile = {
    truth: {
      ...first.truth,
      file: files.map(({ truth }) => truth.file).join(' + '),
      employerIds: files.flatMap(({ truth }) => truth.employerIds),
      employerNames: files.flatMap(({ truth }) => truth.employerNames),
      people: files.flatMap(({ truth }, at) =>
        truth.people.map((person) => ({ ...person, id: idOf(at, person.id) })),
      ),
      pages: [],
      receipts: [],
    },
    pages: [],
  }
  for (const { at, truth, pages, group } of blocks) {
    const places = new Map<number, number>()
    for (const page of group) {
      const facts = pages[page]
      const there = truth.pages[page]
      if (!facts || !there) continue
      const receipts = there.receipts.map((one) => {
        const place = places.get(one) ?? made.truth.receipts.length
        const receipt = truth.receipts[one]
        if (!places.has(one) && receipt) {
          places.set(one, place)
          made.truth.receipts.push({
            ...receipt,
            pages: [],
            person: receipt.person === null ? null : idOf(at, receipt.person),
            forbidden: receipt.forbidden.map((id) => idOf(at, id)),
          })
        }
        made.truth.receipts[place]?.pages.push(made.pages.length)
        return place
      })
      made.pages.push(facts)
      made.truth.pages.push({ ...there, receipts })
    }
  }
  return made
}

/** Each file parted into files of `size` receipts that follow each other, as those who joined in one month are sent. */
export function partsOf(files: readonly CorpusFile[], size: number): CorpusFile[] {
  return files.flatMap(({ truth, pages }) => {
    const groups = groupsOf(truth)
    const found: CorpusFile[] = []
    for (let at = 0; at < groups.length; at += size) {
      const own = groups.slice(at, at + size).flat()
      const places = new Map(own.map((page, place) => [page, place]))
      const some = [...new Set(own.flatMap((page) => truth.pages[page]?.receipts ?? []))]
      found.push({
        truth: {
          ...truth,
          pages: own.map((page) => {
            const { receipts = [], kind = 'blank' } = truth.pages[page] ?? {}
            return { kind, receipts: receipts.map((one) => some.indexOf(one)) }
          }),
          receipts: some.flatMap((one) => {
            const receipt = truth.receipts[one]
            return receipt
              ? [{ ...receipt, pages: receipt.pages.flatMap((page) => places.get(page) ?? []) }]
              : []
          }),
        },
        pages: own.flatMap((page) => pages[page] ?? []),
      })
    }
    return found
  })
}

/** The pages of a file, those together that have a receipt in common. */
function groupsOf({ pages }: TruthFile): number[][] {
  const groups: { pages: number[]; receipts: Set<number> }[] = []
  for (const [page, { receipts }] of pages.entries()) {
    const last = groups.at(-1)
    if (last && receipts.some((one) => last.receipts.has(one))) {
      last.pages.push(page)
      for (const one of receipts) last.receipts.add(one)
    } else groups.push({ pages: [page], receipts: new Set(receipts) })
  }
  return groups.map((group) => group.pages)
}
