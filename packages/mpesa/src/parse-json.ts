/** `undefined` for what is no JSON: a gateway's HTML page, an empty body, a cut-off answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
