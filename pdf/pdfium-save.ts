import { PdfFault } from './faults.ts'
import type { Pdfium } from './pdfium.ts'

/** A WebAssembly module that exports its import `e.f`, `(i32, i32, i32) -> i32`: only such functions fit its tables. */
const callback = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1,
  1, 102, 0, 0,
])
/** FPDF_NO_INCREMENTAL: the file is written anew, without the revisions before it. */
const anew = 2
/** The fields of FPDF_FILEWRITE: its version and the callback, 4 bytes each. */
const structBytes = 8

/** The table has a fixed size. Its first slot, the null pointer's, is empty and never called otherwise. */
const slot = 0

/** The document as PDFium writes it, unreachable objects included. */
export function savedBy(lib: Pdfium, document: number): Uint8Array {
  const chunks: Uint8Array[] = []
  const collect = (_: number, data: number, size: number) => {
    chunks.push(lib.HEAPU8.slice(data, data + size))
    return 1
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callback), { e: { f: collect } })
  const { __indirect_function_table: table } = lib.wasmExports as unknown as {
    __indirect_function_table: WebAssembly.Table
  }
  const memory = lib.wasmExports.malloc(structBytes)
  if (!memory) throw new PdfFault('out_of_memory', 'no memory for the writer')
  new DataView(lib.HEAPU8.buffer).setInt32(memory, 1, true)
  new DataView(lib.HEAPU8.buffer).setInt32(memory + 4, slot, true)
  table.set(slot, exports['f'])
  try {
    if (!lib._FPDF_SaveAsCopy(document, memory, anew))
      throw new PdfFault('damaged', 'PDFium can not write it')
  } finally {
    table.set(slot, null)
    lib.wasmExports.free(memory)
  }
  return Buffer.concat(chunks)
}
