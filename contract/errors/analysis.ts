import type { ErrorTable } from './table.ts'

export const analysisErrors = {
  /** The installation has no address for the analysis. */
  ANALYSIS_NOT_CONFIGURED: { status: 422 },
  /** The address typed isn't the configured one, `direccion`. */
  ANALYSIS_ADDRESS_OTHER: { status: 422 },
  /** Payslips need the address accepted for other documents first. */
  ANALYSIS_NOT_ACCEPTED: { status: 422 },
} as const satisfies ErrorTable
