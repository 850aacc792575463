import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findEmbeddedFolder, removeEmbedded } from '@chuma/db/embedded'
import type { Env } from './env.ts'
import { OperatorError } from './operator/run-command.ts'

type Settings = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/** Stands beside a database that a demo created and that nothing but demos has used since. */
const MARK = 'demo-only'

/** What the server writes into DATA_DIR beside its database. */
const OWN_FILES = /^(seal-key|secrets-key|roots|[\w-]+-simulator\.jsonl)$/

/** Record whether the bundled database in `folder` holds a demo and nothing else. `isNew`: this process created it. */
export function markDemo(folder: string, { isDemo, isNew }: { isDemo: boolean; isNew: boolean }): void {
  const mark = path.join(folder, MARK)
  if (!isDemo) rmSync(mark, { force: true })
  else if (isNew) writeFileSync(mark, '')
}

/**
 * Delete the demo's data in DATA_DIR, if `confirm` agrees to the question that names its folder.
 * @returns what to print
 * @throws OperatorError when DATABASE_URL names a server, or the data may be more than a demo's, or a server uses it
 */
export async function resetDemo(
  { DATABASE_URL, DATA_DIR }: Settings,
  confirm: (question: string) => Promise<boolean>,
): Promise<string> {
  if (DATABASE_URL)
    throw new OperatorError(
      '--reset-demo deletes only the demo of this folder, and DATABASE_URL names a server: unset it',
    )
  const dir = path.resolve(DATA_DIR)
  const folder = findEmbeddedFolder(dir)
  if (!folder) return `There is no data in ${dir} yet.`
  if (!existsSync(path.join(folder, MARK)))
    throw new OperatorError(
      `The data in ${folder} is more than a demo's, or older than --reset-demo, so nothing is deleted. If you don't need it, delete that folder`,
    )
  if (!(await confirm(`Delete the demo's data in ${folder}?`))) throw new OperatorError('Nothing is deleted.')
  try {
    removeEmbedded(folder, [MARK])
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
  for (const name of readdirSync(dir).filter((name) => OWN_FILES.test(name)))
    rmSync(path.join(dir, name), { recursive: true })
  return `Deleted the demo's data in ${folder}.`
}
