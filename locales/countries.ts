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

type Words = typeof es

/** A country's words, and the texts of screens that stand on them: few keys, over those of its language. */
function overlay(own: Partial<Words>) {
  const { legajo, sector, cargo, empleador, provincia, partido, barrio, cbu } = { ...es, ...own }
  const number = legajo.toLowerCase()
  return {
    country: own,
    'account-access': { declinaron: { columna: { legajo, sector } } },
    documents: {
      filtro: { sector, cargo },
      columna: { legajo },
      totales: { porSector: `Por ${sector.toLowerCase()}`, sector, sinSector: `Sin ${sector.toLowerCase()}` },
      vista: { legajo: `${number} {{numero}}` },
      dato: {
        empleador,
        sector: `${sector} al publicar`,
        cargo: `${cargo} al publicar`,
        legajo,
        sectorActual: sector,
      },
    },
    'documents-downloads': {
      columna: { legajo, sector: `${sector} al publicar`, cargo: `${cargo} al publicar` },
    },
    employees: {
      buscar: `Nombre, {{cuil}} o ${number}`,
      legajo: `${number} {{numero}}`,
      campo: { numero_legajo: legajo, sector, id_empleador: empleador, barrio, partido, provincia, cbu },
      persona: { placeholder: `Nombre, documento o ${number}` },
    },
    publishing: {
      colaborador: {
        placeholder: `{{cuil}}, nombre o ${number}`,
        legajo: `${legajo} {{numero}}`,
        sinSector: `Sin ${sector.toLowerCase()}`,
      },
    },
  }
}

/** Words in which a country differs from its language. Argentina has the Spanish ones, Brazil the Portuguese ones. */
export const countryWords = {
  'es-BO': overlay(bo),
  'es-CL': overlay(cl),
  'es-CO': overlay(co),
  'es-CR': overlay(cr),
  'es-EC': overlay(ec),
  'es-MX': overlay(mx),
  'es-PE': overlay(pe),
  'es-PY': overlay(py),
  'es-UY': overlay(uy),
}

/**
 * A country's names of its identifiers, for readers of the other language: in Portuguese a CUIL is no CPF.
 */
export function idWords(tag: string): Pick<typeof es, 'cuil' | 'dni' | 'cuit'> {
  const own = Object.entries(countryWords).find(([name]) => name === tag)?.[1].country
  const { cuil, dni, cuit } = { ...(tag === 'pt-BR' ? pt : es), ...own }
  return { cuil, dni, cuit }
}

/** A country's name of the account that wages go to, for readers of Portuguese; undefined in Argentina. */
export function accountWord(tag: string): string | undefined {
  const own: Partial<Words> | undefined =
    tag === 'pt-BR' ? pt : Object.entries(countryWords).find(([name]) => name === tag)?.[1].country
  return own?.cbu
}
