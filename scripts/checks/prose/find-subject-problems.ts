const MAX_LENGTH = 70

/** What a subject may not begin with: it says nothing to the reader of the log. */
const EMPTY_BEGINNING = /^(?:say what|say how|read once more|mend)\b/i

/** List what is wrong with commits, given as lines of `hash subject`. */
export function findSubjectProblems(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const [, hash, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    if (!hash) return []
    const beginning = EMPTY_BEGINNING.exec(subject)?.[0]
    return [
      ...(subject.length > MAX_LENGTH
        ? [`commit ${hash}: subject of ${subject.length} characters, say it in ${MAX_LENGTH}: ${subject}`]
        : []),
      ...(beginning ? [`commit ${hash}: “${beginning}”, say what changes for the reader: ${subject}`] : []),
    ]
  })
}
