import type { Country } from '#contract/fields.ts'
import type { Choice } from '#contract/integrations.ts'
import es from '#locales/es/lists/integrations.json' with { type: 'json' }
import pt from '#locales/pt/lists/integrations.json' with { type: 'json' }
import { byName } from './choices.ts'

type Words = typeof es
type Language = 'es' | 'pt'
type Codes<List extends keyof Words> = readonly (keyof Words[List])[]

const words: Record<Language, Words> = { es, pt }

/** Marital statuses in the order of a form: a country's own name for a union without marriage stands after marriage. */
const maritalStatuses: Record<Country, Codes<'maritalstatus'>> = {
  AR: ['soltero', 'casado', 'union_convivencial', 'separado', 'divorciado', 'viudo'],
  BO: ['soltero', 'casado', 'union_libre', 'separado', 'divorciado', 'viudo'],
  BR: ['soltero', 'casado', 'union_estable', 'separado_judicialmente', 'divorciado', 'viudo'],
  CL: ['soltero', 'casado', 'conviviente_civil', 'separado_judicialmente', 'divorciado', 'viudo'],
  CO: ['soltero', 'casado', 'union_libre', 'separado', 'divorciado', 'viudo'],
  CR: ['soltero', 'casado', 'union_libre', 'separado', 'divorciado', 'viudo'],
  EC: ['soltero', 'casado', 'union_de_hecho', 'separado', 'divorciado', 'viudo'],
  MX: ['soltero', 'casado', 'union_libre', 'concubinato', 'separado', 'divorciado', 'viudo'],
  PE: ['soltero', 'casado', 'conviviente', 'separado', 'divorciado', 'viudo'],
  PY: ['soltero', 'casado', 'union_de_hecho', 'separado', 'divorciado', 'viudo'],
  UY: ['soltero', 'casado', 'union_concubinaria', 'separado', 'divorciado', 'viudo'],
}

const streetTypes: Record<Country, Codes<'via'>> = {
  AR: ['calle', 'avenida', 'pasaje', 'bulevar', 'diagonal', 'camino', 'costanera', 'ruta', 'autopista'],
  BO: ['calle', 'avenida', 'pasaje', 'callejon', 'plaza', 'prolongacion', 'camino', 'carretera'],
  BR: ['calle', 'avenida', 'pasaje', 'alameda', 'plaza', 'largo', 'callejon', 'estrada', 'carretera', 'via'],
  CL: ['calle', 'avenida', 'pasaje', 'camino', 'costanera', 'paseo', 'plaza', 'ruta', 'autopista'],
  CO: ['calle', 'carrera', 'avenida', 'diagonal', 'transversal', 'circular', 'via', 'autopista', 'carretera'],
  CR: ['calle', 'avenida', 'alameda', 'bulevar', 'paseo', 'carretera', 'ruta', 'autopista'],
  EC: ['calle', 'avenida', 'pasaje', 'callejon', 'transversal', 'malecon', 'via', 'carretera', 'autopista'],
  MX: [
    'calle',
    'avenida',
    'bulevar',
    'calzada',
    'callejon',
    'cerrada',
    'privada',
    'andador',
    'circuito',
    'prolongacion',
    'camino',
    'carretera',
  ],
  PE: [
    'avenida',
    'jiron',
    'calle',
    'pasaje',
    'alameda',
    'malecon',
    'ovalo',
    'parque',
    'plaza',
    'bajada',
    'paseo',
    'prolongacion',
    'carretera',
  ],
  PY: ['calle', 'avenida', 'pasaje', 'camino', 'costanera', 'ruta', 'autopista'],
  UY: ['calle', 'avenida', 'bulevar', 'pasaje', 'rambla', 'diagonal', 'camino', 'ruta'],
}

const plainZones: Codes<'zone-type'> = ['urbana', 'suburbana', 'rural', 'industrial']
const zoneTypes: Record<Country, Codes<'zone-type'>> = {
  AR: plainZones,
  BO: plainZones,
  BR: ['urbana', 'expansion_urbana', 'rural', 'industrial'],
  CL: plainZones,
  CO: ['urbana', 'rural', 'barrio', 'corregimiento', 'vereda', 'industrial'],
  CR: plainZones,
  EC: plainZones,
  MX: [
    'colonia',
    'fraccionamiento',
    'unidad_habitacional',
    'condominio',
    'residencial',
    'barrio',
    'pueblo',
    'ejido',
    'rancheria',
    'industrial',
  ],
  PE: [
    'urbanizacion',
    'pueblo_joven',
    'unidad_vecinal',
    'conjunto_habitacional',
    'asentamiento_humano',
    'cooperativa',
    'residencial',
    'industrial',
    'caserio',
    'fundo',
  ],
  PY: plainZones,
  UY: plainZones,
}

const listsByCountry = { maritalstatus: maritalStatuses, via: streetTypes, 'zone-type': zoneTypes }

/** A list whose entries differ by country, in the order in which a form offers them. */
export function listOfCountry(
  list: keyof typeof listsByCountry,
  country: Country,
  language: Language,
): Choice[] {
  const names: Record<string, string> = words[language][list]
  return listsByCountry[list][country].map((id) => ({ id, nombre: names[id] ?? id }))
}

export function addressTypes(language: Language): Choice[] {
  return choicesOf(words[language].addresstypes)
}

/** Nationalities by the ISO 3166-1 code of their country, sorted by name. */
export function nationalities(language: Language): Choice[] {
  return byName(choicesOf(words[language].nationalities))
}

function choicesOf(names: Record<string, string>): Choice[] {
  return Object.entries(names).map(([id, nombre]) => ({ id, nombre }))
}
