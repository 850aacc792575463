import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSealKeys, type SealKeys } from '@chuma/core/books/seals/seal-keys'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * The keys of the seals: `SEAL_KEYS`, or on a laptop a file beside the database's folder, made at the first start.
 * @throws OperatorError when that file is damaged: a new key would not fit what is sealed
 */
export function openSealKeys(
  { SEAL_KEYS, DATABASE_URL, DATA_DIR }: Pick<Env, 'SEAL_KEYS' | 'DATABASE_URL' | 'DATA_DIR'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SealKeys {
  if (SEAL_KEYS) return SEAL_KEYS
  if (DATABASE_URL !== undefined) {
    log.warn(
      'SEAL_KEYS is not set: nothing reveals a change of the ledger or audit log by someone with SQL access',
    )
    return []
  }
  const file = path.join(path.resolve(DATA_DIR), 'seal-key')
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  try {
    return readSealKeys(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`${file}: ${(error as Error).message}`)
  }
}
