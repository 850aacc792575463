const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read an id from an address. Anything that is not an id is dropped. */
export function readId<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name]
  return typeof value === 'string' && ID.test(value) ? ({ [name]: value } as Record<Name, string>) : {}
}
