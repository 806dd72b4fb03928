import bo from './bo/country.json' with { type: 'json' }
import cl from './cl/country.json' with { type: 'json' }
import co from './co/country.json' with { type: 'json' }
import cr from './cr/country.json' with { type: 'json' }
import ec from './ec/country.json' with { type: 'json' }
import es from './es/country.json' with { type: 'json' }
import mx from './mx/country.json' with { type: 'json' }
import pe from './pe/country.json' with { type: 'json' }
import pt from './pt/country.json' with { type: 'json' }
import py from './py/country.json' with { type: 'json' }
import uy from './uy/country.json' with { type: 'json' }

/** The words that a country has of its own. Argentina's are the Spanish ones, Brazil's the Portuguese ones. */
export const countryWords = {
  'es-BO': { country: bo },
  'es-CL': { country: cl },
  'es-CO': { country: co },
  'es-CR': { country: cr },
  'es-EC': { country: ec },
  'es-MX': { country: mx },
  'es-PE': { country: pe },
  'es-PY': { country: py },
  'es-UY': { country: uy },
}

/**
 * What a country calls its identifiers, for whoever reads it in the other language: in Portuguese a CUIL is no CPF.
 */
export function idWords(tag: string): Pick<typeof es, 'cuil' | 'dni' | 'cuit'> {
  const own = Object.entries(countryWords).find(([name]) => name === tag)?.[1].country
  const { cuil, dni, cuit } = { ...(tag === 'pt-BR' ? pt : es), ...own }
  return { cuil, dni, cuit }
}
