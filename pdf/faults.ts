/**
 * Why a PDF is refused, as a code; the caller has the words. `field_signed` (the field already has its signature),
 * `locked` (a certification forbids further signatures), `no_such_page` and `timestamp_failed` come from signing alone.
 * `too_complex` is nesting, object counts or work beyond what a payslip needs; `too_slow` and `out_of_memory` come from
 * the pool, when a worker had to be ended. `failed` is an error that no reader foresaw, or a worker that died.
 */
export type Fault =
  | 'empty'
  | 'not_pdf'
  | 'damaged'
  | 'encrypted'
  | 'too_big'
  | 'too_many_pages'
  | 'too_complex'
  | 'decompression_bomb'
  | 'page_size'
  | 'active_content'
  | 'hidden_content'
  | 'changed_after_signing'
  | 'field_signed'
  | 'locked'
  | 'no_such_page'
  | 'timestamp_failed'
  | 'too_slow'
  | 'out_of_memory'
  | 'failed'

/** Thrown while reading a PDF; `detail` is for logs, never for a screen. */
export class PdfFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault, detail: string) {
    super(detail)
    this.name = 'PdfFault'
    this.fault = fault
  }
}

/** A refusal as a value. */
export interface Refusal {
  ok: false
  fault: Fault
  detail: string
}

/** Runs `work` and turns a PdfFault into a refusal; any other error is thrown on. */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfFault) return { ok: false, fault: error.fault, detail: error.message }
    throw error
  }
}
