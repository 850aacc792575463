import { listFiles } from '../list-files.ts'

const TEXT =
  /\.(tsx?|m[jt]s|css|sql|md|ya?ml|json|txt|html|grit|cfg|ini|service)$|^\.env\.example$|Dockerfile$/

/** Files that quote what the rules ban, or that others wrote. */
const EXCEPT: Record<string, string> = {
  'package-lock.json': 'names of packages',
  'scripts/checks/prose/prose-rules.ts': 'the rules themselves',
  'scripts/checks/prose/find-prose-problems.test.ts': 'examples of what they find',
  'scripts/checks/prose/find-subject-problems.ts': 'a banned subject',
  'scripts/checks/prose/find-subject-problems.test.ts': 'banned subjects',
}

/** List the files of the tree whose prose is checked. */
export function listProseFiles(): string[] {
  return listFiles('').filter((path) => TEXT.test(path) && !path.includes('.gen.') && !(path in EXCEPT))
}
