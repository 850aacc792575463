/** The only item of a list. */
export function theOnly<T>(items: readonly T[]): T {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Error(`expected one, found ${items.length}`)
  return item
}
