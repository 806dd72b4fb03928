// Reads the payroll files with traps and prints recall, wrong assignments (there must be none), and exceptions by kind.
// Pages of pictures are recognised, unless `--without-ocr` is given. Does so again with part of each roster away, and
// with several files in one, or each parted into files of few receipts. Then measures the reader alone on a payroll with
// one page a person (PAGES, 5,000); `--payroll` runs only that.
import { readCorpus } from './support/corpus.ts'
import { corpusFiles, mixesOf, partsOf, readHoled } from './support/holes.ts'
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
  for (const [name, those] of [
    ['each file', files],
    ['mixed files', mixesOf(files)],
    ['one receipt a file', partsOf(files, 1)],
    ['two receipts a file', partsOf(files, 2)],
    ['three receipts a file', partsOf(files, 3)],
    ['five receipts a file', partsOf(files, 5)],
  ] as const)
    for (const lacking of [0, 0.3, 0.6, 0.85]) {
      const scores = (lacking ? [1, 2, 3, 4] : [1]).map((seed) => readHoled(those, lacking, seed))
      const sum = (of: (score: (typeof scores)[number]) => number) =>
        scores.reduce((all, score) => all + of(score), 0)
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
