/** Fourteen people’s surnames and first names. */
export const names: readonly (readonly [lastName: string, firstName: string])[] = [
  ['Acosta', 'María Inés'],
  ['Benítez', 'Juan'],
  ['Cabrera', 'Rosa Elvira'],
  ['Duarte', 'Pedro'],
  ['Escobar', 'Ana Laura'],
  ['Ferreyra', 'Luis'],
  ['Giménez', 'Sol'],
  ['Herrera', 'Martín'],
  ['Ibarra', 'Leo'],
  ['Juárez', 'Mía'],
  ['Koch', 'Eva'],
  ['Leiva', 'Raúl'],
  ['Méndez', 'Ciro'],
  ['Navas', 'Inés'],
]
