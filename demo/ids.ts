import { stdnum } from 'stdnum'
import { between, digits } from './random.ts'

export type DemoCountry = 'AR' | 'BR' | 'CL' | 'MX'

/** Whether a number is valid, by the library that also validates input. */
export function isValid(country: DemoCountry, kind: string, number: string): boolean {
  const validator = stdnum[country]?.[kind]
  if (!validator) throw new Error(`stdnum has no ${kind} of ${country}`)
  return validator.validate(number).isValid
}

/** {@link checked}, or undefined where none is. */
function found(
  country: DemoCountry,
  kind: string,
  base: string,
  ends: readonly string[],
): string | undefined {
  return ends.map((end) => base + end).find((number) => isValid(country, kind, number))
}

/** The first of `base` with one or two check characters that is valid. */
function checked(
  country: DemoCountry,
  kind: string,
  base: string,
  letters = '0123456789',
  count = 1,
): string {
  const ends =
    count === 1 ? [...letters] : [...letters].flatMap((one) => [...letters].map((two) => one + two))
  const number = found(country, kind, base, ends)
  if (number === undefined) throw new RangeError(`no ${kind} for ${base}`)
  return number
}

/** Brazil: eleven digits, the last two reckoned (Receita Federal). */
export function cpfOf(base: string): string {
  const digit = (part: string) => {
    const sum = [...part].reduce((total, one, at) => total + Number(one) * (part.length + 1 - at), 0)
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  const first = base + digit(base)
  return first + digit(first)
}

/** Brazil's PIS: ten digits and a check digit, by the weights of the Caixa. */
export function pisOf(base: string): string {
  const sum = [...'3298765432'].reduce((total, weight, at) => total + Number(weight) * Number(base[at]), 0)
  return `${base}${((11 - (sum % 11)) % 11) % 10}`
}

/** Chile: digits and a check character, which may be K. */
export function rutOf(base: string): string {
  return checked('CL', 'rut', base, '0123456789K')
}

/** Mexico: eleven digits, the last by Luhn (IMSS). */
export function nssOf(base: string): string {
  const sum = [...base].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return base + String((10 - (sum % 10)) % 10)
}

export interface MexicanFacts {
  surname: string
  givenNames: string
  born: string
  sex: 'man' | 'woman'
}

const plainLetters = (words: string) =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, '')

const consonantAfter = (word: string) => /[BCDFGHJKLMNPQRSTVWXYZ]/.exec(word.slice(1))?.[0] ?? 'X'

/** The four letters that RFC and CURP begin with: two of the father's surname, one of the mother's, one given. */
function initials({ surname, givenNames }: MexicanFacts): string {
  const [father = 'X', mother = 'X'] = plainLetters(surname).split(' ')
  const [given = 'X'] = plainLetters(givenNames).split(' ')
  const vowel = /[AEIOU]/.exec(father.slice(1))?.[0] ?? 'X'
  return `${father[0] ?? 'X'}${vowel}${mother[0] ?? 'X'}${given[0] ?? 'X'}`
}

/** RFC of a natural person: initials, birth, two characters of the authority's and a check character. */
export function rfcOf(facts: MexicanFacts, next: () => number): string {
  const alphabet = '123456789ABCDEFGHIJKLMNPQRSTUV'
  const pick = () => alphabet[between(next, 0, alphabet.length - 1)] ?? '1'
  const rest = `${facts.born.slice(2).replaceAll('-', '')}${pick()}${pick()}`
  const four = initials(facts)
  // Initials that make a rude word end in X instead.
  return (
    found('MX', 'rfc', four + rest, [...'0123456789A']) ??
    checked('MX', 'rfc', `${four.slice(0, 3)}X${rest}`, '0123456789A')
  )
}

/** CURP, eighteen characters (RENAPO): initials, birth, sex, state, inner consonants, a distinguishing one, a check. */
export function curpOf(facts: MexicanFacts): string {
  const [father = 'X', mother = 'X'] = plainLetters(facts.surname).split(' ')
  const [given = 'X'] = plainLetters(facts.givenNames).split(' ')
  const birth = facts.born.slice(2).replaceAll('-', '')
  const inner = [father, mother, given].map(consonantAfter).join('')
  const kind = facts.born < '2000' ? '0' : 'A'
  const rest = `${birth}${facts.sex === 'man' ? 'H' : 'M'}JC${inner}${kind}`
  const four = initials(facts)
  // The same here, with X as the second letter.
  return (
    found('MX', 'curp', four + rest, [...'0123456789']) ??
    checked('MX', 'curp', `${four.slice(0, 1)}X${four.slice(2)}${rest}`)
  )
}

/** Eighteen digits: bank, place, account and a check digit. */
export function clabeOf(bank: string, next: () => number): string {
  return checked('MX', 'clabe', `${bank}320${digits(next, 11)}`)
}

/** A company's own: CNPJ, RUT or RFC of a legal person, from all but its check characters. */
export function companyIdOf(country: 'BR' | 'CL' | 'MX', base: string): string {
  if (country === 'BR') return checked('BR', 'cnpj', base, '0123456789', 2)
  return country === 'CL' ? rutOf(base) : checked('MX', 'rfc', base, '0123456789A')
}

/** A tax id as papers of its country write it. */
export function printedId(country: DemoCountry, id: string): string {
  if (country === 'AR') return id.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
  if (country === 'CL') return id.replace(/^(\d{1,2})(\d{3})(\d{3})([\dK])$/, '$1.$2.$3-$4')
  if (country === 'BR')
    return id.length === 14
      ? id.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5')
      : id.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
  return id
}
