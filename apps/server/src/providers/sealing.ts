import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Roots } from '@chuma/core/books/seals/seal-keys'
import { readSealKeys, type SealKeys } from '@chuma/core/books/seals/seal-keys'
import type { Deps } from '@chuma/core/deps'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { OperatorError } from '../operator/run-command.ts'

type Settings = Pick<Env, 'SEAL_KEYS' | 'ROOTS_DIR' | 'DATABASE_URL' | 'DATA_DIR'>

/** The keys of the seals, and the folder of the roots: `ROOTS_DIR`, or on a laptop `roots` next to the database's folder. */
export function openSealing(
  env: Settings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Pick<Deps, 'sealKeys' | 'roots'> {
  const own = env.DATABASE_URL === undefined ? path.join(env.DATA_DIR, 'roots') : undefined
  return { sealKeys: openSealKeys(env, log), roots: keepRootsIn(env.ROOTS_DIR ?? own) }
}

/** Files that appear complete and are never replaced. Without a folder the root stays in the database and the log says so. */
export function keepRootsIn(folder: string | undefined): Roots {
  return {
    keep: async (day, document) => {
      if (folder === undefined)
        throw new Error('ROOTS_DIR is not set: the root of the books has left the database nowhere')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (let copy = 1; ; copy++) {
        const file = path.join(folder, `books-${day}${copy === 1 ? '' : `-${copy}`}.json`)
        if (await putOnce(file, document)) return
      }
    },
  }
}

/** False: there is another document under that name. */
async function putOnce(file: string, document: string): Promise<boolean> {
  const unfinished = `${file}.${process.pid}.new`
  await writeFile(unfinished, document, { mode: 0o600 })
  try {
    await link(unfinished, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(file, 'utf8')) === document
  } finally {
    await rm(unfinished, { force: true })
  }
}

/**
 * The keys of the seals: `SEAL_KEYS`, or on a laptop a file next to the database's folder, made at the first start.
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
