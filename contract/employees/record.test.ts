import { expect, test } from 'vitest'
import { employeeChanges } from './record.ts'

/** Written by hand: the characters that a field of the record takes at most. */
const longest: Record<string, number> = {
  nombre: 50,
  apellido: 50,
  numero_legajo: 20,
  sector: 250,
  locacion: 250,
  cargo: 250,
  centro_costo: 250,
  apodo: 30,
  dni: 15,
  estado_civil: 40,
  nacionalidad: 60,
  conyuge: 100,
  contacto_emergencia: 100,
  tipo_contacto: 40,
  calle: 100,
  numero: 20,
  piso: 20,
  departamento: 20,
  barrio: 100,
  manzana: 20,
  localidad: 100,
  ciudad: 100,
  partido: 100,
  provincia: 100,
  pais: 60,
  tipo_domicilio: 40,
  tipo_via: 40,
  tipo_zona: 40,
  banco: 60,
  sucursal: 60,
  tipo_cuenta: 30,
  cuenta: 34,
  cbu: 34,
  tipo_pago: 40,
  organizationModel: 40,
}

test('every field of the record takes its maximum of characters and not one more', () => {
  const accepts = (field: string, length: number) =>
    employeeChanges.safeParse({ [field]: 'A'.repeat(length) }).success
  for (const [field, length] of Object.entries(longest)) {
    expect([field, length, accepts(field, length)]).toEqual([field, length, true])
    expect([field, length + 1, accepts(field, length + 1)]).toEqual([field, length + 1, false])
  }
})

test('every field of the record has a maximum length', () => {
  for (const field of Object.keys(employeeChanges.shape))
    expect([field, employeeChanges.safeParse({ [field]: 'A'.repeat(300) }).success]).toEqual([field, false])
})
