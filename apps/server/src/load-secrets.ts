import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  createSecrets,
  type KeySource,
  MissingKeyError,
  openSecrets,
  parseSecretsKey,
  type Secrets,
} from '@chuma/core/secrets/secrets'
import type { Db } from '@chuma/db/client'
import { knowsKeys } from '@chuma/db/queries/secrets'
import type { Env } from './env.ts'
import { OperatorError } from './operator/run-command.ts'

type Settings = Pick<Env, 'SECRETS_KEY' | 'SECRETS_KEYS_OLD' | 'DATA_DIR'>

/** Where an installation without SECRETS_KEY keeps its keys, the current one first. In production there is none. */
function secretsKeyFile({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string {
  return path.join(path.resolve(DATA_DIR), 'secrets-key')
}

/**
 * Read the keys of the environment, or the one in the data folder; undefined when there is neither.
 * @throws OperatorError when the file is not a key
 */
export function readSecretsKeys(env: Settings): readonly [Buffer, ...Buffer[]] | undefined {
  if (env.SECRETS_KEY) return [env.SECRETS_KEY, ...env.SECRETS_KEYS_OLD]
  const file = secretsKeyFile(env)
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const [key, ...older] = lines.map((line) => {
    const read = parseSecretsKey(line)
    if (read) return read
    throw new OperatorError(
      `${file} holds something else than keys. Restore it from a copy, or set SECRETS_KEY`,
    )
  })
  return key && [key, ...older]
}

/**
 * Open the secrets of a database. On a laptop the first start makes the key.
 * @throws OperatorError in one line, naming the missing key; nothing was changed then
 */
export async function loadSecrets(env: Settings, db: Db): Promise<Secrets> {
  try {
    return await openSecrets(db, keySource(env))
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error
    const place = env.SECRETS_KEY
      ? ''
      : `. On a laptop the key is in ${secretsKeyFile(env)}: restore that file`
    throw new OperatorError(`SECRETS_KEY: ${error.message}${place}`)
  }
}

/** One process at a time reads and creates keys, so a file that another made meanwhile is read and not replaced. */
export const keySource = (env: Settings): KeySource => ({
  readKeys: () => readSecretsKeys(env),
  createKey: () => createKeyFile(env),
})

/** Load the keys for a backup. The database may be of a version that did not seal secrets: people back up before they update. */
export async function loadBackupKeys(env: Settings, db: Db): Promise<Secrets['backupKeys']> {
  if (await knowsKeys(db)) return (await loadSecrets(env, db)).backupKeys
  return createSecrets(readSecretsKeys(env) ?? [createKeyFile(env)]).backupKeys
}

function createKeyFile(env: Settings): Buffer {
  const file = secretsKeyFile(env)
  const key = randomBytes(32)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
