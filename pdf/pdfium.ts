import { PDFiumModule } from '@hyzyla/pdfium'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PdfFault } from './faults.ts'
import type { PdfiumEditing } from './pdfium-editing.ts'
import { limitWasmMemory } from './wasm-memory.ts'

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> &
  PdfiumEditing & {
    /** Exported by the package but missing from its types: the text of a rectangle of user space, as UTF-16 units. */
    _FPDFText_GetBoundedText(
      text: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      buffer: number,
      room: number,
    ): number
  }

/**
 * Maximum of PDFium's memory: the largest picture takes 80 MB, an image that it keeps decoded 60 MB, an opened
 * payslip 18 MB with the library. With this maximum two workers and the one of verification stay below a gigabyte.
 */
const maxPdfiumBytes = 192 * 1024 * 1024

limitWasmMemory(maxPdfiumBytes)

let loading: Promise<Pdfium> | undefined

/** The library, loaded once per thread. */
export function pdfium(): Promise<Pdfium> {
  loading ??= load()
  return loading
}

async function load(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  // The fault replaces the messages that PDFium would print about a bad file.
  const options = { wasmBinary: new Uint8Array(wasm).buffer, printErr: () => undefined }
  const module = (await PDFiumModule(options)) as Pdfium
  module._FPDF_InitLibraryWithConfig({})
  return module
}

/** Opens `bytes`, runs `work` with the document's handle, and frees all of it. */
export async function withDocument<T>(
  bytes: Uint8Array,
  work: (lib: Pdfium, document: number) => T | Promise<T>,
): Promise<T> {
  const lib = await pdfium()
  const memory = lib.wasmExports.malloc(bytes.length)
  if (!memory) throw new PdfFault('out_of_memory', 'no memory for the document')
  let document = 0
  try {
    lib.HEAPU8.set(bytes, memory)
    document = lib._FPDF_LoadMemDocument(memory, bytes.length, 0)
    if (!document)
      throw new PdfFault(lib._FPDF_GetLastError() === 4 ? 'encrypted' : 'damaged', 'PDFium can not open it')
    const result = await work(lib, document)
    release(lib, document, memory)
    return result
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      // A trap leaves the library in an undefined state: it is dropped, and the next use loads a new one.
      loading = undefined
      throw new PdfFault('out_of_memory', `PDFium gave up: ${error.message}`)
    }
    release(lib, document, memory)
    throw error
  }
}

function release(lib: Pdfium, document: number, memory: number): void {
  if (document) lib._FPDF_CloseDocument(document)
  lib.wasmExports.free(memory)
}

/** Loads page `index` (from 0), runs `work`, and closes it. */
export async function withPage<T>(
  lib: Pdfium,
  document: number,
  index: number,
  work: (page: number) => T | Promise<T>,
): Promise<T> {
  const page = lib._FPDF_LoadPage(document, index)
  if (!page) throw new PdfFault('damaged', `PDFium can not load page ${index + 1}`)
  const result = await work(page)
  lib._FPDF_ClosePage(page)
  return result
}
