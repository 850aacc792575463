/** A call of `test` or `it` at the start of a line, with its modifiers such as `.each`. */
const CALL = /^[ \t]*(?:test|it)((?:\.\w+)*)(?=[(<])/gm
const TITLE = /\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/
/** With these modifiers the title follows the arguments: `test.each([…])('title', …)`. */
const WITH_ARGUMENTS = /\.(each|for|skipIf|runIf)\b/
/** A test that never runs, or is expected to fail, proves nothing. */
const NO_PROOF = /\.(skip|todo|fails?|fixme)\b/

/** List the titles of the tests in a test file's source. */
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
