import { z } from 'zod'
import { employeeChanges, sexes } from '../employees/record.ts'

/** Letters, marks and digits of any script, and single spaces between them. */
const plain = (min: number, max: number) =>
  z
    .string()
    .normalize('NFC')
    .overwrite((text) => text.replace(/\s+/g, ' '))
    .trim()
    .min(min)
    .max(max)
    .regex(/^[\p{L}\p{M}\p{Nd} ]+$/u, 'CHARACTERS_NOT_ALLOWED')
/** An account number without the marks that banks print in it. */
const account = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s./-]/g, ''))
  .min(4)
  .max(34)
  .regex(/^[A-Za-z0-9]+$/, 'CHARACTERS_NOT_ALLOWED')
/** Letters only, with single spaces, apostrophes or hyphens between them. */
const nickname = z
  .string()
  .normalize('NFC')
  .trim()
  .min(2)
  .max(30)
  .regex(/^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+)*$/u, 'NICKNAME_INVALID')

/** The input of each section: what is absent stays, what is null is cleared. */
export const ownInputs = {
  address: employeeChanges.pick({
    calle: true,
    numero: true,
    piso: true,
    departamento: true,
    barrio: true,
    manzana: true,
    ciudad: true,
    provincia: true,
    pais: true,
    tipo_domicilio: true,
  }),
  bank: employeeChanges.pick({ cbu: true, cci: true, sucursal: true, tipo_pago: true }).extend({
    banco: plain(2, 60).optional(),
    tipo_cuenta: plain(2, 30).optional(),
    cuenta: account.nullish(),
  }),
  contact: employeeChanges.pick({
    phone: true,
    telefono_fijo: true,
    tipo_contacto: true,
    mail_personal: true,
    contacto_emergencia: true,
    telefono_emergencia: true,
  }),
  identity: z.object({
    apodo: nickname.optional(),
    apellido: employeeChanges.shape.apellido,
    sex: z.enum(sexes).optional(),
  }),
}
