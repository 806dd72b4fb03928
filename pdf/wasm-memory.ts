const pageBytes = 65_536

/**
 * Limits every WebAssembly memory of this thread: growing beyond `bytes` fails as it would without memory. The builds of
 * PDFium and Tesseract define their memory themselves and accept none from outside; both grow it by this function.
 */
export function limitWasmMemory(bytes: number): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > bytes)
      throw new RangeError(`a WebAssembly memory of more than ${bytes} bytes`)
    return grow.call(this, pages)
  }
}
