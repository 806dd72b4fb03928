interface Named {
  nombre: string
  apellido: string
  apodo: string | null
}

/** The name by which a person is addressed: the nickname, or else the first names. Never for documents or signatures. */
export function callName({ apodo, nombre }: Pick<Named, 'apodo' | 'nombre'>): string {
  return apodo ?? nombre
}

/** The call name and the surname, where the law doesn't ask for the legal name. */
export function shownName(person: Named): string {
  return `${callName(person)} ${person.apellido}`
}

/** The first letters of the shown name. */
export function initialsOf(person: Named): string {
  return callName(person).charAt(0) + person.apellido.charAt(0)
}

/** The legal name with the nickname beside it, for lists of people. */
export function listedName(legal: string, apodo: string | null): string {
  return apodo === null ? legal : `${legal} (${apodo})`
}

/** 'Lucía Cáceres' of 'Cáceres, Lucía': a listed name's comma would break a sentence. */
export function spokenName(listed: string): string {
  return listed.split(', ').toReversed().join(' ')
}
