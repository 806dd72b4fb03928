import type { PageFacts, Word } from '#pdf/page-words.ts'
import type { Person, ReadingRules } from '../types.ts'

/** Millimetres of a letter and of a line of these pages. */
const across = 2
const down = 5

const paper = { width: 210, height: 297 }

/** A word on the paper when its page was turned by so many degrees. */
function turnedWord(word: Word, turned: PageFacts['turned']): Word {
  const { x, y, width, height } = word
  const across = { ...word, width: height, height: width }
  if (turned === 90) return { ...across, x: paper.width - y - height, y: x }
  if (turned === 180) return { ...word, x: paper.width - x - width, y: paper.height - y - height }
  if (turned === 270) return { ...across, x: y, y: paper.height - x - width }
  return word
}

/** A page of a text as a typewriter writes it: two spaces part columns. */
export function pageOf(text: string, change: Partial<PageFacts> = {}): PageFacts {
  const words: Word[] = []
  const lines = text.replace(/^\n|\n\s*$/g, '').split('\n')
  for (const [row, line] of lines.entries())
    for (const match of line.matchAll(/\S+/g))
      words.push(
        turnedWord(
          {
            text: match[0],
            x: 10 + match.index * across,
            y: 10 + row * down,
            width: match[0].length * across,
            height: 3,
          },
          change.turned ?? 0,
        ),
      )
  return {
    ...paper,
    words,
    lines: lines.map((line) => line.trim().replace(/\s+/g, ' ')),
    unmapped: 0,
    characters: text.replace(/\s/g, '').length,
    hidden: false,
    pictures: false,
    illustrated: false,
    turned: 0,
    otherTurns: [],
    ...change,
  }
}

let made = 0

export function person(change: Partial<Person>): Person {
  made++
  return {
    id: made,
    cuil: `999${made}`,
    dni: `888${made}`,
    fileNumber: `F${made}`,
    firstName: 'Nadie',
    lastName: 'Ninguno',
    state: 'active',
    alreadyPublished: false,
    ...change,
  }
}

export function rules(change: Partial<ReadingRules> = {}): ReadingRules {
  return { country: 'AR', employerIds: new Set(), capture: 'first_page', period: null, ...change }
}
