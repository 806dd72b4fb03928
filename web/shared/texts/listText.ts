/** 'Beneficios, Formularios y Sanciones', as the language joins them. */
export function listText(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}
