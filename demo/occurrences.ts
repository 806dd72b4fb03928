import type { MonthFacts } from './payroll.ts'

/** An employee's answer, where a story defines it; 'waiting' was never opened. */
type Told = 'waiting' | { at: string; objection: string }

export type MonthStory = { username: string; period: string; facts?: MonthFacts; told?: Told }

/** The company whose stories are defined here. */
export const TOLD_OF = 'austral-alimentos'

/** The stories of single people. Each objection is true of the figures that it objects to. */
export const MONTHS: MonthStory[] = [
  {
    username: 'walter_barrios',
    period: '2026-08',
    facts: { overtime50: 600 },
    told: {
      at: '2026-09-03T20:41:07-03:00',
      objection: 'Figuran 6 horas extra e hice 10: faltan las del sábado 22 de agosto.',
    },
  },
  {
    username: 'nahuel_ferreyra',
    period: '2026-08',
    told: {
      at: '2026-09-04T07:18:33-03:00',
      objection: 'Me descontaron la cuota sindical y pedí la baja en julio.',
    },
  },
  {
    username: 'sebastian_gauna',
    period: '2026-09',
    facts: { absent: true },
    told: {
      at: '2026-10-05T21:26:50-03:00',
      objection: 'No me liquidaron el presentismo y en septiembre no tuve ninguna falta.',
    },
  },
  {
    username: 'carla_benitez',
    period: '2026-10',
    told: { at: '2026-11-05T08:31:12-03:00', objection: 'Faltan 4 horas extra del sábado 17.' },
  },
  {
    username: 'julio_villalba',
    period: '2026-10',
    facts: { overtime50: 400 },
    told: {
      at: '2026-11-04T22:03:44-03:00',
      objection: 'Trabajé el feriado del lunes 12 de octubre y no está pago.',
    },
  },
  { username: 'jorge_ledesma', period: '2026-10', facts: { overtime50: 0 }, told: 'waiting' },
  { username: 'marta_figueroa', period: '2026-10', told: 'waiting' },
  { username: 'cristian_maidana', period: '2026-10', told: 'waiting' },
  { username: 'cristian_maidana', period: '2026-09', facts: { advance: 12_000_000 } },
  { username: 'lucia', period: '2026-10', facts: { advance: 15_000_000 } },
  { username: 'ana_echeverria', period: '2026-10', facts: { leaveDays: 14 } },
  { username: 'estela_leguizamon', period: '2026-10', facts: { leaveDays: 14 } },
  { username: 'pablo_juarez', period: '2026-09', told: 'waiting' },
]

/** Papers besides the month's salary. An advance and a leave take their figures from the month's facts. */
export const PAPERS: {
  username: string
  kind: 'leave' | 'advance' | 'agreement'
  date: string
  waiting?: true
}[] = [
  { username: 'ines_saenz', kind: 'agreement', date: '2026-08-20' },
  { username: 'gonzalo_iniguez', kind: 'agreement', date: '2026-08-20' },
  { username: 'valentina_rossi', kind: 'agreement', date: '2026-08-20' },
  { username: 'federico_bustamante', kind: 'agreement', date: '2026-08-20', waiting: true },
  { username: 'cristian_maidana', kind: 'advance', date: '2026-09-15' },
  { username: 'ana_echeverria', kind: 'leave', date: '2026-10-02' },
  { username: 'estela_leguizamon', kind: 'leave', date: '2026-10-16' },
  { username: 'lucia', kind: 'advance', date: '2026-10-15', waiting: true },
]
