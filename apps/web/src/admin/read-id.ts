const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id that an address names, under its name; anything else names nothing. */
export function readId<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name]
  return typeof value === 'string' && ID.test(value) ? ({ [name]: value } as Record<Name, string>) : {}
}
