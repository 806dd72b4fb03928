import type { ProcessStep } from '../processes/steps.ts'

/** The facts of one way to handle the file of a massive publication. */
interface ModeFacts {
  /** Whether the file is one PDF with everybody's receipts, which is split. Otherwise it is a zip with a file for each. */
  onePdf: boolean
  /** Whether the company signs while it publishes. */
  signs: boolean
  /** Whether a zip of the receipts goes out first, and comes back signed by another system. */
  goesOut: boolean
  /** The steps that a publication goes through if nothing comes between. */
  steps: readonly ProcessStep[]
}

const published = ['uploaded', 'reading', 'preview', 'publishing'] as const
const signed = ['uploaded', 'reading', 'preview', 'signing'] as const

/** The ways to handle the file of a massive publication. */
export const modeFacts = {
  split_sign: { onePdf: true, signs: true, goesOut: false, steps: signed },
  // A zip goes out, comes back signed, is compared, and only then published.
  split: {
    onePdf: true,
    signs: false,
    goesOut: true,
    steps: [...published, 'waiting_upload', 'reading', 'preview', 'publishing'],
  },
  sign: { onePdf: false, signs: true, goesOut: false, steps: signed },
  publish: { onePdf: false, signs: false, goesOut: false, steps: published },
} as const satisfies Record<string, ModeFacts>
export type MassiveMode = keyof typeof modeFacts
export const massiveModes = Object.keys(modeFacts) as [MassiveMode, ...MassiveMode[]]
