import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { LostSecret } from '@chuma/contract/errors'
import type { BackupKey } from '@chuma/db/backup/backup-keys'
import { AppError } from '../app-error.ts'

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
