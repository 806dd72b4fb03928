/** Formats rows under their heads, columns as wide as their content. Without rows: one line that states it. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string[] {
  if (rows.length === 0) return [none]
  const all = [heads, ...rows.map((row) => row.map(String))]
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  )
}

/** Names with their values, one a line; what is empty is left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | number | null])[]): string[] {
  const shown = pairs.filter(([, value]) => value !== null && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}   ${value}`)
}
