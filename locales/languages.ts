/**
 * The language tag of a country, lower-cased. The product's locale codes are no language tags: `ar` would be
 * Arabic. An unknown country speaks as Argentina does.
 */
export function languageOf(country: string): string {
  return country === 'br' ? 'pt-BR' : `es-${spoken.has(country) ? country.toUpperCase() : 'AR'}`
}

const spoken = new Set(['ar', 'bo', 'cl', 'co', 'cr', 'ec', 'mx', 'pe', 'py', 'uy'])

/** Portuguese's words stand before Spanish's only for Portuguese. */
export const fallbacks = { 'pt-BR': ['pt', 'es'], default: ['es'] }
