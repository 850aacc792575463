import { existsSync } from 'node:fs'
import path from 'node:path'
import { findRunningEmbedded, startEmbedded } from '@chuma/db/embedded'
import { OperatorError } from './operator-error.ts'
import { readOperatorEnv } from './read-operator-env.ts'

type Found = { url: string; isOwn: boolean; close: () => Promise<void> }

const nothing = async () => {}

/**
 * Find this installation's database for a command: the one at DATABASE_URL, or the embedded one, started if no server has.
 * @throws OperatorError when there is none
 */
export async function findDatabase({ mayCreate }: { mayCreate: boolean }): Promise<Found> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = readOperatorEnv()
  const given = DATABASE_DIRECT_URL ?? DATABASE_URL
  if (given) return { url: given, isOwn: false, close: nothing }
  const dir = path.resolve(DATA_DIR)
  const running = findRunningEmbedded(dir)
  if (running) return { url: running, isOwn: true, close: nothing }
  if (!mayCreate && !existsSync(dir)) throw new OperatorError(`There is no database in ${dir}`)
  const { url, stop } = await startEmbedded({ dir }).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
  return { url, isOwn: true, close: stop }
}
