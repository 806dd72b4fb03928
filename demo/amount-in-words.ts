const SMALL =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  )

function belowThousand(value: number): string {
  if (value === 100) return 'cien'
  const rest = value % 100
  const words = value > 100 ? [HUNDREDS[Math.floor(value / 100)]] : []
  if (rest >= 30) words.push(TENS[Math.floor(rest / 10)], ...(rest % 10 ? ['y', SMALL[rest % 10]] : []))
  else if (rest > 0) words.push(SMALL[rest])
  return words.join(' ')
}

/** Before 'mil' and 'millones' the final 'uno' loses its o, and 'veintiuno' then needs its accent. */
function beforeNoun(words: string): string {
  return words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un')
}

function inWords(value: number): string {
  if (value === 0) return 'cero'
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  const rest = value % 1000
  return [
    millions === 1 ? 'un millón' : millions > 1 ? `${beforeNoun(inWords(millions))} millones` : '',
    thousands === 1 ? 'mil' : thousands > 1 ? `${beforeNoun(belowThousand(thousands))} mil` : '',
    rest > 0 ? belowThousand(rest) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/**
 * An amount as a receipt writes it: 127559184 cents → 'un millón doscientos … noventa y uno con 84/100'.
 * Our own, because the packaged converters write 'veintiuno mil', 'dieciseis' or 'millon'.
 * Whole cents from 0 to less than a million million.
 */
export function amountInWords(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0 || cents >= 1e14)
    throw new RangeError(`not an amount: ${cents}`)
  return `${inWords(Math.floor(cents / 100))} con ${String(cents % 100).padStart(2, '0')}/100`
}
