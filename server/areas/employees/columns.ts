import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { EmployeeChanges } from '#contract/employees/record.ts'
import type {
  EmployeeAddressesTable,
  EmployeeBankAccountsTable,
  EmployeesTable,
  UsersTable,
} from '#server/db/schema.ts'
import { extrasOf } from './extras.ts'
import type { PlaceIds } from './places.ts'

/** Where a record's fields lie. An absent field is an absent column, which stays as it is. */
export interface RecordColumns {
  user: Updateable<UsersTable>
  employee: Omit<Updateable<EmployeesTable>, 'extras'> & { extras: RawBuilder<string> | undefined }
  address: Updateable<EmployeeAddressesTable>
  bank: Updateable<EmployeeBankAccountsTable>
}

/** `isNew`: there is nothing yet that an absent field could leave as it is. */
export function columnsOf(fields: EmployeeChanges, places: PlaceIds, isNew = false): RecordColumns {
  const extras = extrasOf(fields)
  const kept = isNew ? sql`'{}'::jsonb` : sql`extras`
  return {
    user: { first_name: fields.nombre, last_name: fields.apellido },
    employee: {
      file_number: fields.numero_legajo,
      dni: fields.dni,
      confidential: fields.confidencial,
      employer_id: fields.id_empleador,
      birth_date: fields.fecha_nacimiento,
      sex: fields.sex,
      nickname: fields.apodo,
      phone: fields.phone,
      personal_mail: fields.mail_personal,
      marital_status: fields.estado_civil,
      nationality: fields.nacionalidad,
      spouse: fields.conyuge,
      children: fields.hijos,
      emergency_contact: fields.contacto_emergencia,
      emergency_phone: fields.telefono_emergencia,
      landline: fields.telefono_fijo,
      contact_type: fields.tipo_contacto,
      sector_id: places.sector,
      location_id: places.locacion,
      position_id: places.cargo,
      cost_centre_id: places.centro_costo,
      manager_id: fields.reporta,
      organization_model: fields.organizationModel,
      extras: extras === undefined ? undefined : sql<string>`jsonb_strip_nulls(${kept} || ${extras}::jsonb)`,
    },
    address: {
      street: fields.calle,
      number: fields.numero,
      floor: fields.piso,
      department: fields.departamento,
      neighbourhood: fields.barrio,
      block: fields.manzana,
      locality: fields.localidad,
      city: fields.ciudad,
      county: fields.partido,
      province: fields.provincia,
      country: fields.pais,
      address_type: fields.tipo_domicilio,
      street_type: fields.tipo_via,
      zone_type: fields.tipo_zona,
    },
    bank: {
      bank: fields.banco,
      branch: fields.sucursal,
      account_type: fields.tipo_cuenta,
      account_number: fields.cuenta,
      cbu: fields.cbu,
      cci: fields.cci,
      payment_type: fields.tipo_pago,
    },
  }
}

/** Whether anything of a table is to be written. */
export function touches(columns: object): boolean {
  return Object.values(columns).some((value) => value !== undefined)
}
