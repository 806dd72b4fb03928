import { useRef, useState } from 'react'
import { codeOf, makeFault } from '#contract/errors.ts'
import {
  type Box,
  configurationFaults,
  pageOf,
  type TypeConfiguration,
  typeConfiguration,
} from '#contract/folders/configuration.ts'
import type { Form } from '#web/shared/forms/useForm.ts'
import { floored, inside, reframed, type Size, usualPlace } from './boxes.ts'
import { sizeOf, type Sample } from './useSample.ts'

const input = typeConfiguration.change.input
export const sides = ['empresa', 'colaborador'] as const
export type Side = (typeof sides)[number]
export type BoxName = Side | 'corte'
export const cutKinds = ['whole', 'half', 'two', 'custom'] as const
export type CutKind = (typeof cutKinds)[number]

/** The form of a type's pages and its changes, which keep numbers and boxes consistent. */
export interface Positions {
  facts: TypeConfiguration
  /** The whole sheet as it is shown after turning, in millimetres. */
  sheet: Size
  /** The part of the sheet that is kept: the boxes' millimetres start at its corner. */
  frame: Box
  /** The cut is drawn by hand. */
  custom: boolean
  cutKind: CutKind
  /** The fields that contradict something, by the form's name. */
  faults: ReturnType<typeof configurationFaults>
  wrong: ReadonlySet<string>
  place: (side: Side) => Box
  /** The box whose handles and numbers are shown. */
  chosen: BoxName
  choose: (box: BoxName) => void
  put: (changes: Partial<TypeConfiguration>) => void
  /** Keeps the signatures where they are on the sheet. */
  cut: (corte: Box | null) => void
  chooseCut: (kind: CutKind) => void
}

export function usePositions(form: Form<typeof typeConfiguration.change>, sample: Sample | null): Positions {
  const parsed = input.safeParse(form.values)
  const last = useRef<TypeConfiguration | null>(null)
  // While a typed number is incomplete, the page shows the former one.
  const facts = parsed.success ? parsed.data : (last.current ?? input.parse({ id: 1, pagina: 'last' }))
  last.current = facts
  const sheet = sample ? sizeOf(sample.page, facts.giro) : pageOf({ ...facts, corte: null })
  const frame = facts.corte ?? { x: 0, y: 0, ...sheet }
  const [drawn, setDrawn] = useState(() => facts.corte !== null && !isHalf(facts.corte, sheet))
  const [picked, choose] = useState<BoxName>('empresa')
  const cutKind: CutKind = facts.dos_por_hoja
    ? 'two'
    : facts.corte === null
      ? 'whole'
      : drawn
        ? 'custom'
        : 'half'

  const put = (changes: Partial<TypeConfiguration>) => {
    const next = { ...facts, ...changes }
    const turned =
      next.giro !== facts.giro || next.papel !== facts.papel || next.orientacion !== facts.orientacion
    const kept = turned ? within(next, sample) : changes
    for (const [name, value] of Object.entries({ ...changes, ...kept }))
      if (name in input.shape) form.set(name as keyof TypeConfiguration, value)
  }
  const cut = (corte: Box | null, dos_por_hoja = facts.dos_por_hoja) => {
    const to = corte ?? { x: 0, y: 0, ...sheet }
    put({
      corte,
      dos_por_hoja,
      ...(facts.empresa && { empresa: reframed(facts.empresa, frame, to) }),
      ...(facts.colaborador && { colaborador: reframed(facts.colaborador, frame, to) }),
    })
  }
  const faults = faultsOf(facts, sheet, sample?.pages ?? null)
  return {
    facts,
    sheet,
    frame,
    custom: drawn,
    cutKind,
    faults,
    wrong: new Set(faults.map(({ field }) => field)),
    chosen: picked === 'corte' && cutKind !== 'custom' ? 'empresa' : picked,
    choose,
    place: (side) => facts[side] ?? usualPlace(side, frame),
    put,
    cut,
    chooseCut: (kind) => {
      setDrawn(kind === 'custom')
      if (kind === 'custom') choose('corte')
      const half = kind === 'half' || kind === 'two' || !facts.corte
      cut(kind === 'whole' ? null : half ? halfOf(sheet) : facts.corte, kind === 'two')
    },
  }
}

function faultsOf(facts: TypeConfiguration, sheet: Size, pages: number | null) {
  const { corte } = facts
  const page = corte ?? sheet
  const off =
    corte !== null &&
    (corte.x + corte.width > sheet.width + 0.05 || corte.y + corte.height > sheet.height + 0.05)
  const found = configurationFaults(facts, page, pages)
  return off && !found.some(({ code }) => code === codeOf('CUT_INVALID'))
    ? [...found, makeFault('CUT_INVALID', 'corte')]
    : found
}

/** The boxes within a page that has been turned or is another. */
function within(next: TypeConfiguration, sample: Sample | null): Partial<TypeConfiguration> {
  const sheet = sample ? sizeOf(sample.page, next.giro) : pageOf({ ...next, corte: null })
  const corte = next.dos_por_hoja ? halfOf(sheet) : next.corte && inside(next.corte, sheet)
  const page = corte ?? sheet
  return {
    corte,
    empresa: next.empresa && inside(next.empresa, page),
    colaborador: next.colaborador && inside(next.colaborador, page),
  }
}

/** The upper half of an upright sheet, the left one of another. */
function halfOf({ width, height }: Size): Box {
  const half = (mm: number) => Math.round(mm * 5) / 10
  return height >= width
    ? { x: 0, y: 0, width: floored(width), height: half(height) }
    : { x: 0, y: 0, width: half(width), height: floored(height) }
}

function isHalf(cut: Box, sheet: Size): boolean {
  const half = halfOf(sheet)
  return (
    cut.x === 0 &&
    cut.y === 0 &&
    Math.abs(cut.width - half.width) < 0.3 &&
    Math.abs(cut.height - half.height) < 0.3
  )
}
