/** Parse JSON, or `undefined`: for a gateway's page, an empty body, a truncated answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
