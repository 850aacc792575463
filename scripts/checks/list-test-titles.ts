/** A call of `test` or `it` that begins a line, with its modifiers: `test.each` has `.each`. */
const CALL = /^[ \t]*(?:test|it)((?:\.\w+)*)(?=[(<])/gm
const TITLE = /\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/
/** The title stands behind what these are called with: `test.each([…])('title', …)`. */
const WITH_ARGUMENTS = /\.(each|for|skipIf|runIf)\b/
/** What never runs, or passes by failing, proves nothing. */
const NO_PROOF = /\.(skip|todo|fails?|fixme)\b/

/** The titles of the tests in a test file's text, as they are written there. */
export function listTestTitles(source: string): string[] {
  if (/^[ \t]*describe\.(skip|todo)\(/m.test(source)) return []
  const calls = [...source.matchAll(CALL)]
  return calls.flatMap(({ index, 0: head, 1: modifiers = '' }, position) => {
    if (NO_PROOF.test(modifiers)) return []
    const body = source.slice(index + head.length, calls[position + 1]?.index)
    const title = WITH_ARGUMENTS.test(modifiers)
      ? new RegExp(`\\)${TITLE.source}`).exec(body)
      : new RegExp(`^${TITLE.source}`).exec(body)
    const text = title?.[1] ?? title?.[2] ?? title?.[3]
    return text === undefined ? [] : [text.replace(/\\(.)/g, '$1')]
  })
}
