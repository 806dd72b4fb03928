/** Saves bytes that a call answered, under the name that the server gave or `name`. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file instanceof File && file.name ? file.name : name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Opens a PDF in a tab of the browser's own viewer, from which it is printed. */
export function printPdf(file: Blob): void {
  const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  window.open(address, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
