import type { Country } from '../fields.ts'

/** A country's two ids: their local names, and their validators in `stdnum`. */
interface Ids {
  /** The id that payroll uses; `cuil` on the wire. */
  cuil: string
  /** The person's own; on the wire `dni`. Where both are the same document, one field is shown. */
  dni: string
  validator: string | null
  same: boolean
}

export const nationalIds = {
  AR: { cuil: 'CUIL', dni: 'DNI', validator: 'cuit', same: false },
  BO: { cuil: 'CI', dni: 'CI', validator: null, same: true },
  BR: { cuil: 'CPF', dni: 'RG', validator: 'cpf', same: false },
  CL: { cuil: 'RUT', dni: 'RUT', validator: 'rut', same: true },
  CO: { cuil: 'Cédula', dni: 'Cédula', validator: null, same: true },
  CR: { cuil: 'Cédula', dni: 'Cédula', validator: null, same: true },
  EC: { cuil: 'Cédula', dni: 'Cédula', validator: 'ci', same: true },
  MX: { cuil: 'RFC', dni: 'NSS', validator: 'rfc', same: false },
  PE: { cuil: 'DNI', dni: 'DNI', validator: null, same: true },
  PY: { cuil: 'CI', dni: 'CI', validator: null, same: true },
  UY: { cuil: 'CI', dni: 'CI', validator: 'cedula', same: true },
} as const satisfies Record<Country, Ids>
