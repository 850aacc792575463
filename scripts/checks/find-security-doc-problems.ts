import { asvsLevels, requiredIds } from './asvs-ids.ts'
import { listTestTitles } from './list-test-titles.ts'

/** Reads a file of this tree; undefined if it does not exist. */
type ReadFile = (path: string) => string | undefined
type Row = { id: string; level: string; requirement: string; how: string; proof: string }

const HEADER = '| id | level | requirement | how it is met | proof |'
const NOT_APPLICABLE = '| because | requirements |'
const CITATION = /`([^`]+)` › ("[^"]+"(?:, "[^"]+")*)(?:; |$)/y
/** Sections of the standard that ask for a document; only there a heading counts as proof. */
const ASKS_FOR_A_DOCUMENT = /^(2|3|5|6|7|8|11|13|14|15|16)\.1\.\d+$/
const LONGEST_REQUIREMENT_WORDS = 12

/** List the problems of docs/security.md: unanswered requirements and proofs that do not exist. */
export function findSecurityDocProblems(markdown: string, read: ReadFile): string[] {
  const { rows, problems } = readTables(markdown)
  const excluded = readExcluded(markdown)
  const ids = [...rows, ...excluded].map(({ id }) => id)
  return [
    ...problems,
    ...requiredIds.filter((id) => !ids.includes(id)).map((id) => `${id}: missing`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: appears twice`),
    ...excluded.flatMap(({ id, reason }) => findExclusionProblems(id, reason)),
    ...rows.flatMap((row) => findRowProblems(row, read).map((problem) => `${row.id}: ${problem}`)),
  ]
}

function readTables(markdown: string): { rows: Row[]; problems: string[] } {
  const rows: Row[] = []
  const problems: string[] = []
  let isTable = false
  for (const line of markdown.split('\n')) {
    if (line === HEADER) isTable = true
    else if (!line.startsWith('|')) isTable = false
    if (!isTable || line === HEADER || /^\|[-| ]+\|$/.test(line)) continue
    const [first, id = '', level = '', requirement = '', how = '', proof, last, ...more] = line
      .split('|')
      .map((cell) => cell.trim())
    if (first === '' && last === '' && proof !== undefined && more.length === 0) {
      rows.push({ id, level, requirement, how, proof })
    } else {
      problems.push(`not five cells: ${line}`)
    }
  }
  return { rows, problems }
}

/** The requirements that do not apply, with the reason of their row. */
function readExcluded(markdown: string): { id: string; reason: string }[] {
  const [, table = ''] = markdown.split(`${NOT_APPLICABLE}\n| --- | --- |\n`)
  return [...table.matchAll(/^\| (.+) \| (.+) \|$/gm)].flatMap(([, reason = '', ids = '']) =>
    ids.split(', ').map((id) => ({ id, reason })),
  )
}

function findExclusionProblems(id: string, reason: string): string[] {
  if (!asvsLevels.has(id)) return [`${id}: the standard has no such requirement`]
  return isReason(reason) ? [] : [`${id}: not applicable without a reason`]
}

function findRowProblems({ id, level, requirement, how, proof }: Row, read: ReadFile): string[] {
  const expected = asvsLevels.get(id)
  if (expected === undefined) return ['the standard has no such requirement']
  const words = requirement.split(/\s+/).filter((word) => word !== '').length
  return [
    ...(level === expected ? [] : [`its level is ${expected}`]),
    ...(words > 0 && words <= LONGEST_REQUIREMENT_WORDS ? [] : ['say the requirement in 1 to 12 words']),
    ...(how.length > 1 ? [] : ['does not say how it is met']),
    ...findProofProblems(id, proof, read),
  ]
}

function findProofProblems(id: string, proof: string, read: ReadFile): string[] {
  if (proof === '') return ['no proof']
  const [kind, reason] = proof.split(/: (.*)/s)
  if (kind === 'pending') return [`pending: ${reason}`]
  if (kind === 'deviation') {
    const [why, compensation] = reason?.split('; compensated by ') ?? []
    return isReason(why) && isReason(compensation) ? [] : ['deviation: say "why; compensated by what"']
  }
  const citations = readCitations(proof)
  if (!citations) return [`no proof in the known form: ${proof}`]
  return citations.flatMap(({ path, names }) => findCitationProblems({ id, path, names }, read))
}

function isReason(text: string | undefined): boolean {
  return text !== undefined && text.trim().split(/\s+/).length >= 3
}

function readCitations(proof: string): { path: string; names: string[] }[] | null {
  const citations: { path: string; names: string[] }[] = []
  CITATION.lastIndex = 0
  for (let end = 0; end < proof.length; end = CITATION.lastIndex) {
    const found = CITATION.exec(proof)
    if (!found) return null
    const [, path = '', names = ''] = found
    citations.push({ path, names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name) })
  }
  return proof.endsWith('; ') ? null : citations
}

type Citation = { id: string; path: string; names: string[] }

function findCitationProblems({ id, path, names }: Citation, read: ReadFile): string[] {
  const isDocument = path.endsWith('.md')
  if (!isDocument && !/\.(test|spec)\.tsx?$/.test(path)) return [`${path} is neither a test nor a document`]
  if (isDocument && !ASKS_FOR_A_DOCUMENT.test(id)) return ['a document does not prove this']
  const text = read(path)
  if (text === undefined) return [`${path} does not exist`]
  const known = isDocument ? listHeadings(text) : listTestTitles(text)
  return names.filter((name) => !known.includes(name)).map((name) => `${path} has no "${name}"`)
}

/** List the headings that have content. */
function listHeadings(markdown: string): string[] {
  return [...markdown.matchAll(/^#{2,4} (.+)\n\n?(?!#)\S/gm)].map(([, heading = '']) => heading)
}
