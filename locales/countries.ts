import bo from './bo/country.json' with { type: 'json' }
import cl from './cl/country.json' with { type: 'json' }
import co from './co/country.json' with { type: 'json' }
import cr from './cr/country.json' with { type: 'json' }
import ec from './ec/country.json' with { type: 'json' }
import mx from './mx/country.json' with { type: 'json' }
import pe from './pe/country.json' with { type: 'json' }
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
