/** Tasks that fail as a reader does on a file that nobody foresaw. */

export function throwError(): never {
  throw new TypeError('Cannot read properties of undefined')
}

export function endWorker(): never {
  return process.exit(3)
}
