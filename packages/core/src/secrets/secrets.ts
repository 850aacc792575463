import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { LostSecret } from '@chuma/contract/errors'
import type { BackupKey } from '@chuma/db/backup/encrypt-chunks'
import type { Db } from '@chuma/db/client'
import { holdUnreadableWithdrawals } from '@chuma/db/queries/payouts/holds'
import {
  countSealed,
  insertKeyId,
  listKeyIds,
  listLostKeyIds,
  lockSealing,
  markKeysFound,
  markKeysLost,
  type SealedCount,
} from '@chuma/db/queries/secrets'
import { AppError } from '../app-error.ts'

type Loss = {
  keyId: string
  /** The keys that are lost, those of earlier losses too. */
  lostKeyIds: readonly string[]
  counts: readonly SealedCount[]
  /** The unsent withdrawals whose account number nobody can read. */
  heldCount: number
}

/**
 * Mark every key as lost that sealed anything and is not given, and put on hold what cannot be paid without it. From now on the given
 * key seals. One transaction: killed, it has done nothing, and repeated, nothing more.
 *
 * No envelope changes, so that what a key sealed opens again if it is found and given to `openSecrets`. A process that still has the
 * key does not notice; the caller makes sure that there is none.
 */
export async function loseKeys(db: Db, { readKeys, createKey }: KeySource): Promise<Loss> {
  const { secrets, heldCount } = await db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    const used = await listKeyIds(trx)
    const secrets = createSecrets(readKeys() ?? [createKey()], [...used, ...(await listLostKeyIds(trx))])
    await insertKeyId(trx, secrets.keyId)
    await markKeysLost(trx, secrets.lostKeyIds)
    await markKeysFound(trx, secrets.keyIds)
    return { secrets, heldCount: await holdUnreadableWithdrawals(trx, secrets.lostKeyIds) }
  })
  const { keyId, lostKeyIds } = secrets
  return { keyId, lostKeyIds, heldCount, counts: await countSealed(db, lostKeyIds) }
}

/** Where a secret is stored. Its envelope opens nowhere else. */
export type Place = { table: string; column: string; id: string }

/** Seals what has to be stored and read again. Docs/decisions/0068 explains the format. */
export type Secrets = {
  /** The id of the key that seals now. */
  keyId: string
  /** The ids of all keys that open, the current one first. */
  keyIds: readonly string[]
  /** The ids of keys that are marked as lost, and not given. */
  lostKeyIds: readonly string[]
  seal: (place: Place, text: string) => string
  /** @throws AppError SECRET_LOST for a lost key; SecretError for an unknown key, another place, or a changed text */
  open: (place: Place, sealed: string) => string
  /** The keyed hashes under which a secret can be found: with the current key first, then with each older one. */
  hash: (purpose: string, text: string) => [Buffer, ...Buffer[]]
  backupKeys: readonly [BackupKey, ...BackupKey[]]
}

/** A stored secret that cannot be opened. The message contains neither the secret nor a key. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

/** Names what was sealed, to whom it has to be said. The rest, like a provider's token, nobody has to give again. */
const LOST: Partial<Record<string, LostSecret>> = {
  staff_second_factor: 'staffFactor',
  member_second_factor: 'memberFactor',
  client_second_factor: 'clientFactor',
  partner: 'partner',
  partner_event: 'request',
  approval_request: 'approval',
  webhook_endpoint: 'webhook',
  member_tax: 'taxPin',
  tax_file: 'taxFile',
}

const VERSION = 'sealed:1:'
const SEALED = /^sealed:1:([0-9a-f]{12}):([A-Za-z0-9_-]{38,})$/
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Whether a stored text is an envelope, and not what an earlier version stored plainly. */
export const isSealed = (stored: string) => stored.startsWith(VERSION)

/** Whether this is about a secret whose key is lost. It stays unreadable until it is given again, so that nobody has to be alarmed. */
export const isSecretLost = (error: unknown) => error instanceof AppError && error.code === 'SECRET_LOST'

/** Whether a stored text was sealed with a key that is lost. */
export const isLostWith = ({ lostKeyIds }: Pick<Secrets, 'lostKeyIds'>, sealed: string) =>
  lostKeyIds.includes(SEALED.exec(sealed)?.[1] ?? '')

/** Open with any of these keys of 32 random bytes, and seal with the first. `lost`: the ids of keys that are marked as lost. */
export function createSecrets(
  [current, ...older]: readonly [Buffer, ...Buffer[]],
  lost: readonly string[] = [],
): Secrets {
  const now = deriveKeys(current)
  const all = [now, ...older.map(deriveKeys)] as const
  const keyIds = all.map(({ id }) => id)
  const lostKeyIds = lost.filter((id) => !keyIds.includes(id))
  return {
    keyId: now.id,
    keyIds,
    lostKeyIds,
    seal(place, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', now.seal, nonce).setAAD(describe(place, now.id))
      const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${VERSION}${now.id}:${Buffer.concat(bytes).toString('base64url')}`
    },
    open(place, sealed) {
      const [, keyId = '', body = ''] = SEALED.exec(sealed) ?? []
      const where = `${place.table}.${place.column} of ${place.id}`
      if (!body) throw new SecretError(`${where} is not sealed`)
      const key = all.find(({ id }) => id === keyId)
      if (!key && lostKeyIds.includes(keyId))
        throw new AppError('SECRET_LOST', { what: LOST[place.table] ?? 'account' })
      if (!key)
        throw new SecretError(`${where} is sealed with the key ${keyId}, which is not among SECRETS_KEY`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.seal, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(describe(place, keyId)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        throw new SecretError(`${where} was changed, or belongs elsewhere`)
      }
    },
    hash(purpose, text) {
      const [first, ...rest] = all.map((key) =>
        createHmac('sha256', key.find).update(`${purpose}\0${text}`).digest(),
      )
      return [first as Buffer, ...rest]
    },
    backupKeys: [now.backup, ...all.slice(1).map(({ backup }) => backup)],
  }
}

/** One key for each use, so that no use can weaken another. */
function deriveKeys(key: Buffer) {
  const derive = (use: string, salt: Buffer = Buffer.alloc(0)) =>
    Buffer.from(hkdfSync('sha256', key, salt, `chuma ${use}`, 32))
  const id = derive('key id').toString('hex', 0, 6)
  const backup: BackupKey = { id, derive: (salt) => derive('backup', salt) }
  return { id, seal: derive('seal'), find: derive('find'), backup }
}

function describe({ table, column, id }: Place, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, table, column, id]))
}

/** The keys of this process do not open what is stored. The message is one line for the operator. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'
}

type Keys = readonly [Buffer, ...Buffer[]]
/** Where a process finds its keys. */
export type KeySource = {
  /** Undefined when there are none. One process at a time calls it. */
  readKeys: () => Keys | undefined
  /** Makes a key and stores it. Called only for a database that no key has sealed. */
  createKey: () => Buffer
}

/**
 * Open the secrets of a database, and note there with which key new ones are sealed. Nothing is written unless every key that
 * sealed anything is given, or marked as lost: with a wrong key nothing is lost. A lost key that is given was found.
 * @throws MissingKeyError naming the ids of the missing keys
 */
export function openSecrets(db: Db, { readKeys, createKey }: KeySource): Promise<Secrets> {
  return db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    const used = await listKeyIds(trx)
    const lost = await listLostKeyIds(trx)
    const keys = readKeys()
    if (!keys && used.length > 0) {
      throw new MissingKeyError(
        `the database’s secrets are sealed with the key ${used.join(', ')}, and no key was given. Set SECRETS_KEY to it. ${IF_LOST}. Nothing was changed`,
      )
    }
    const secrets = createSecrets(keys ?? [createKey()], lost)
    requireKeys(secrets, used)
    await insertKeyId(trx, secrets.keyId)
    const found = lost.filter((id) => secrets.keyIds.includes(id))
    if (found.length > 0) await markKeysFound(trx, found)
    return secrets
  })
}

const IF_LOST = 'If no copy of it is left: npm run rotate-secrets -- --lost'

/** @throws MissingKeyError naming the ids of the missing keys */
export function requireKeys({ keyIds }: Pick<Secrets, 'keyIds'>, used: readonly string[]): void {
  const missing = used.filter((id) => !keyIds.includes(id))
  if (missing.length === 0) return
  throw new MissingKeyError(
    `the database has secrets sealed with the key ${missing.join(', ')}, but this process has ${keyIds.join(', ')}. Add the missing key to SECRETS_KEYS_OLD, or set SECRETS_KEY to it. ${IF_LOST}. Nothing was changed`,
  )
}

const BYTES = 32

/** Read a key of 32 bytes, written in base64 or hexadecimal. Undefined for any other text. */
export function parseSecretsKey(text: string): Buffer | undefined {
  const written = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(written)) return Buffer.from(written, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(written)) return undefined
  const key = Buffer.from(written, 'base64')
  return key.length === BYTES ? key : undefined
}

/** Shorter texts are not secrets, and masking them would make much of the event unreadable. */
const SHORTEST = 4

/** Mask the secret in a text, however it is encoded in an address, a form or JSON. */
export function maskSecret(text: string, secret: string): string {
  if (secret.length < SHORTEST) return text
  const written = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('latin1'),
  ]
  return written.reduce((masked, form) => masked.replaceAll(form, '••••••••'), text)
}
