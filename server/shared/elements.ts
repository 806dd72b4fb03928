/** The element of a list at an index that it must have. Throws where it has fewer elements. */
export function elementAt<T>(list: readonly T[], index: number): T {
  if (index >= list.length) throw new Error(`a list of ${list.length} has no element ${index}`)
  return list[index] as T
}

/** The only element of a list. Throws where it has another number of them. */
export function onlyOf<T>(list: readonly T[]): T {
  if (list.length !== 1) throw new Error(`one element was expected, not ${list.length}`)
  return list[0] as T
}

/** The value of a key that a map must have. Throws where it lacks the key. */
export function valueOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new Error(`a map lacks the key ${String(key)}`)
  return map.get(key) as V
}
