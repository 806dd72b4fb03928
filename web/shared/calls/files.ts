/** Saves bytes that a call answered, under the name that the server gave or `name`. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file instanceof File && file.name ? file.name : name
  link.click()
  giveBack(address)
}

/** Opens a PDF in a tab of the browser's own viewer, from which it is printed. */
export function showPdf(file: Blob): void {
  const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  window.open(address, '_blank', 'noopener')
  giveBack(address)
}

/**
 * Revokes an object URL after a minute: the browser may not have loaded it yet, and an image whose URL is revoked too
 * early stays empty.
 */
export function giveBack(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
