const pageBytes = 65_536

/**
 * Limits every WebAssembly memory of this thread: growing beyond `bytes` fails as it would without memory. The builds of
 * PDFium and Tesseract define their memory themselves and accept none from outside; both grow it by this function.
 *
 * @param onGrown is given the size of a memory that grew, in bytes
 */
export function limitWasmMemory(bytes: number, onGrown: (bytes: number) => void = () => {}): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages: number): number {
    const after = this.buffer.byteLength + pages * pageBytes
    if (after > bytes) throw new RangeError(`a WebAssembly memory of more than ${bytes} bytes`)
    const before = grow.call(this, pages)
    onGrown(after)
    return before
  }
}
