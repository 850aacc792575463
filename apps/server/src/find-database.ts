import { existsSync } from 'node:fs'
import path from 'node:path'
import { findRunningEmbedded, startEmbedded } from '@chuma/db/embedded'
import { type DatabaseRoles, embeddedRoles, readDatabaseRoles } from './database-roles.ts'
import { OperatorError } from './operator-error.ts'
import { readOperatorEnv } from './read-operator-env.ts'

type Found = DatabaseRoles & { isOwn: boolean; close: () => Promise<void> }

const nothing = async () => {}

/**
 * Find this installation's database for a command: the one at DATABASE_URL, or the embedded one, started if no server has.
 * @throws OperatorError when there is none
 */
export async function findDatabase({ mayCreate }: { mayCreate: boolean }): Promise<Found> {
  const env = readOperatorEnv()
  const given = readDatabaseRoles(env)
  if (given) return { ...given, isOwn: false, close: nothing }
  const dir = path.resolve(env.DATA_DIR)
  const running = findRunningEmbedded(dir)
  if (running) return { ...embeddedRoles(running), isOwn: true, close: nothing }
  if (!mayCreate && !existsSync(dir)) throw new OperatorError(`There is no database in ${dir}`)
  const { url, stop } = await startEmbedded({ dir }).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
  return { ...embeddedRoles(url), isOwn: true, close: stop }
}
