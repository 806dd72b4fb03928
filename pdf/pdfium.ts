import { PDFiumModule } from '@hyzyla/pdfium'
import { PdfFault } from './faults.ts'

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>

/** What PDFium may allocate. Its memory never shrinks, so this is also what a worker keeps. */
const maxHeapBytes = 768 * 1024 * 1024

let loading: Promise<Pdfium> | undefined

/** The library, loaded once a thread. */
export function pdfium(): Promise<Pdfium> {
  loading ??= load()
  return loading
}

async function load(): Promise<Pdfium> {
  boundMemory()
  const module = await PDFiumModule({})
  module._FPDF_InitLibraryWithConfig({})
  return module
}

/** WebAssembly offers no limit from outside: growing beyond ours fails, as it would without memory. */
function boundMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages: number): number {
    if (this.buffer.byteLength + pages * 65536 > maxHeapBytes)
      throw new RangeError('PDFium reached its memory limit')
    return grow.call(this, pages)
  }
}

/** Opens `bytes`, runs `work` with the document's handle, and frees all of it. */
export async function withDocument<T>(
  bytes: Uint8Array,
  work: (lib: Pdfium, document: number) => T | Promise<T>,
): Promise<T> {
  const lib = await pdfium()
  const memory = lib.wasmExports.malloc(bytes.length)
  if (!memory) throw new PdfFault('out_of_memory', 'no memory for the document')
  lib.HEAPU8.set(bytes, memory)
  const document = guarded(() => lib._FPDF_LoadMemDocument(memory, bytes.length, 0))
  try {
    if (!document)
      throw new PdfFault(lib._FPDF_GetLastError() === 4 ? 'encrypted' : 'damaged', 'PDFium can not open it')
    return await work(lib, document)
  } finally {
    if (document) lib._FPDF_CloseDocument(document)
    lib.wasmExports.free(memory)
  }
}

/** Loads page `index` (from 0), runs `work`, and closes it. */
export async function withPage<T>(
  lib: Pdfium,
  document: number,
  index: number,
  work: (page: number) => T | Promise<T>,
): Promise<T> {
  const page = guarded(() => lib._FPDF_LoadPage(document, index))
  if (!page) throw new PdfFault('damaged', `PDFium can not load page ${index + 1}`)
  try {
    return await work(page)
  } finally {
    lib._FPDF_ClosePage(page)
  }
}

/** A trap inside WebAssembly leaves the library unusable: the next use loads a new one. */
export function guarded<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    loading = undefined
    throw new PdfFault('damaged', `PDFium gave up: ${error instanceof Error ? error.message : String(error)}`)
  }
}
