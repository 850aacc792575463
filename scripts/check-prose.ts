// `npm run check` runs this: banned phrases in every text of the tree, and the subjects of new commits.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProseProblems } from './checks/prose/find-prose-problems.ts'
import { findSubjectProblems } from './checks/prose/find-subject-problems.ts'
import { listProseFiles } from './checks/prose/list-prose-files.ts'

const root = join(import.meta.dirname, '..')
/** Subjects are checked from here on. A date, because a shallow clone has no older commit to compare with. */
const FIRST_CHECKED = '2026-11-24T18:02:00Z'

const files = listProseFiles()
const problems = files.flatMap((path) =>
  findProseProblems(readFileSync(join(root, path), 'utf8')).map((problem) => `${path}:${problem}`),
)

const { status, stdout } = spawnSync(
  'git',
  ['log', '--no-merges', '--format=%h %s', `--since=${FIRST_CHECKED}`],
  { cwd: root, encoding: 'utf8' },
)
if (status === 0) problems.push(...findSubjectProblems(stdout))
else console.log('No git history here: commit subjects were not checked.')

for (const problem of problems) console.error(problem)
if (problems.length > 0)
  console.error(`\n${problems.length} to rewrite. CONTRIBUTING.md, “Writing”, says why.`)
else console.log(`Prose: ${files.length} files read, nothing to rewrite.`)
process.exitCode = problems.length > 0 ? 1 : 0
