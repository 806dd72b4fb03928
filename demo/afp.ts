import { seeded } from './random.ts'

/** Pension funds and what they charge beside the tenth (DL 3.500), in hundredths of a percent. */
const funds = [
  ['AFP Habitat', 127],
  ['AFP Modelo', 58],
  ['AFP ProVida', 145],
  ['AFP Uno', 46],
] as const

/** A Chilean's pension fund, always the same for the same RUT: in the record and on the payslip. */
export function afpOf(rut: string): (typeof funds)[number] {
  return funds[Math.floor(seeded(`${rut} afp`)() * funds.length)] ?? funds[0]
}
