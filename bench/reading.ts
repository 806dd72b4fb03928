// Reads the payroll files with traps and prints recall, wrong assignments (there must be none), and exceptions by kind.
// Pages of pictures are recognised, unless `--without-ocr` is given. Does so again with part of each roster away, and
// with several files in one, or each parted into files of few receipts, also with the layouts that the first half of
// each file taught. Then measures the reader alone on a payroll with one page a person (PAGES, 5,000); `--payroll` runs
// only that.
import { readCorpus } from './support/corpus.ts'
import type { Score } from './corpus/score.ts'
import { corpusFiles, mixesOf, partsOf, readAfterFirstHalf, readHoled } from './support/holes.ts'
import { readPayroll } from './support/payroll-reading.ts'

const sets = process.argv.includes('--payroll') ? [] : (['.', 'second', 'third', 'fourth', 'fifth'] as const)
const verbose = process.argv.includes('--verbose')
let wrong = 0
for (const set of sets) {
  const read = await readCorpus(set, { recognise: !process.argv.includes('--without-ocr') })
  if (!read) continue
  const { score, kinds, seconds, pages } = read
  const all = score.text.expected + score.ocr.expected
  const right = score.text.right + score.ocr.right
  wrong += score.wrong.length
  console.log(
    `${set === '.' ? 'first' : set} set: ${score.receipts} receipts on ${pages} pages in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `  wrong ${score.wrong.length}, careless ${score.careless.length}, stray ${score.stray.length}, unaccounted ${score.unaccounted.length}`,
  )
  console.log(
    `  recall ${share(right, all)} (text ${share(score.text.right, score.text.expected)}, recognised ${share(score.ocr.right, score.ocr.expected)})`,
  )
  console.log(
    `  ${[...kinds]
      .toSorted(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
  )
  if (!verbose) continue
  for (const one of [...score.wrong, ...score.careless, ...score.stray])
    console.log('  !', JSON.stringify(one))
  for (const one of score.missed) console.log('  -', JSON.stringify(one))
}
if (sets.length > 0) {
  const files = await corpusFiles()
  const readings: [string, (lacking: number, seed: number) => Score][] = [
    ['each file', (...holes) => readHoled(files, ...holes)],
    ['mixed files', (...holes) => readHoled(mixesOf(files), ...holes)],
    ...[1, 2, 3, 5].flatMap((size): typeof readings => [
      [`files of ${size}`, (...holes) => readHoled(partsOf(files, size), ...holes)],
      [`files of ${size} after the first half`, (...holes) => readAfterFirstHalf(files, size, ...holes)],
    ]),
  ]
  for (const [name, read] of readings)
    for (const lacking of [0, 0.3, 0.6, 0.85]) {
      const scores = (lacking ? [1, 2, 3, 4] : [1]).map((seed) => read(lacking, seed))
      const sum = (of: (score: Score) => number) => scores.reduce((all, score) => all + of(score), 0)
      wrong += sum((score) => score.wrong.length)
      console.log(
        `${name}, ${100 * lacking} % of the roster away: ${sum(({ receipts }) => receipts)} receipts, wrong ` +
          `${sum((score) => score.wrong.length)}, recall ${share(
            sum(({ text }) => text.right),
            sum(({ text }) => text.expected),
          )}`,
      )
    }
}
const { pages, indexed, read, joined, ready } = await readPayroll(Number(process.env.PAGES ?? 5_000))
console.log(
  `payroll: ${ready} of ${pages} ready; milliseconds of processor: ${(read / pages).toFixed(2)} a page read (aim 0.6), ` +
    `${(joined / pages).toFixed(2)} joined, ${(indexed / pages).toFixed(2)} for each person indexed`,
)
process.exitCode = wrong > 0 ? 1 : 0

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${part}/${whole} = ${((100 * part) / whole).toFixed(1)} %`
}
