// Splits the payroll files with traps as receipts and as halves, and searches every object of each document for other
// people's ids and names. Fails where a document contains one that its own pages don't show.
import { searchCorpus, sets } from './support/colleagues.ts'

let found = 0
for (const set of sets) {
  const begun = performance.now()
  const searched = await searchCorpus(set, { halves: true })
  found += searched.found.length
  console.log(
    `${set === '.' ? 'first' : set} set: ${searched.documents} documents, ${searched.searches} searches, ` +
      `${searched.found.length} found; ${searched.halves} halves, ${searched.pictures} drawn as pictures; ` +
      `${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  for (const one of searched.found) console.log('  !', JSON.stringify(one))
}
process.exitCode = found > 0 ? 1 : 0
