import { remembered } from './remembered.ts'

/** Characters printed for ñ by old payroll programs with a wrong code page. */
const mistaken: Readonly<Record<string, string>> = { '¥': 'n', '¤': 'n', Ð: 'n', '±': 'n', ı: 'i' }

/** A text as it is compared: lower case, without accents, and as many characters as before, so that places stay. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- everything that is ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    out += character < '\x80' ? character.toLowerCase() : bareOf(character)
  }
  return out
}

const bareOf = remembered((character) => {
  const bare = mistaken[character] ?? character.normalize('NFD').charAt(0).toLowerCase()
  return bare.length === 1 ? bare : character
})

/** Particles of surnames, which tell nobody from anybody. */
const particles = new Set('de da do dos das del della di la las los el y e i van von der'.split(' '))

/** The words of a name that tell a person, plain. */
export function nameWords(name: string): string[] {
  const all = plain(name.normalize('NFC')).match(/\p{L}+/gu) ?? []
  const telling = all.filter((word) => word.length > 1 && !particles.has(word))
  return telling.length > 0 ? telling : all
}

/** Whether a plain word is a particle of names. */
export function isParticle(word: string): boolean {
  return particles.has(word)
}

/** An id without its separators, plain. */
export function bareId(id: string): string {
  return plain(id.normalize('NFC')).replace(/[^\p{L}\p{N}&]/gu, '')
}

/** An id as it is looked up: letters and digits alone, plain, without zeros before a number. */
export function idKey(id: string): string {
  const bare = /^[a-z\d]+$/.test(id) ? id : bareId(id)
  return /^\d+k?$/.test(bare) ? bare.replace(/^0+(?=.)/, '') : bare
}

/** Written as money is. */
export const money = /(?<![\d.,/-])(?:\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?|\d+[.,]\d{2})(?![.,/-]?\d)/u
