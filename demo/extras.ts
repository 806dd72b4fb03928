import type { CountryExtras } from '#contract/employees/extras.ts'
import { afpOf } from './afp.ts'
import { pisOf } from './ids.ts'
import type { Person } from './people.ts'

/** A person's fields by country besides the two ids: CURP; PIS and work card; pension fund and health. */
export function extrasOf({ address, cuil, curp, healthPlan }: Person): CountryExtras {
  if (address.country === 'MX') return { curp }
  // The work card has been the CPF's number since it is digital (Portaria SEPRT 1.065/2019).
  if (address.country === 'BR') return { pis: pisOf(`1${cuil.slice(0, 9)}`), ctps: cuil }
  return address.country === 'CL' ? { afp: afpOf(cuil)[0], salud: healthPlan } : {}
}
