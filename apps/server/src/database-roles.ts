import { createDb, type Db } from '@chuma/db/client'
import { SERVER_ROLE } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { giveTimeouts } from '@chuma/db/timeouts'
import type { Env } from './env.ts'

type Addresses = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'>
export type DatabaseRoles = {
  ownerUrl: string
  /** Who gets the server's rights; undefined: the owner itself serves. */
  serverRole: string | undefined
  /** As whom the server's role sets its own timeouts; undefined: it has them. */
  serverUrl: string | undefined
}

/** Read from the addresses who migrates and who serves; undefined without a database of one's own. */
export function readDatabaseRoles(env: Addresses): DatabaseRoles | undefined {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL } = env
  if (DATABASE_URL === undefined) return undefined
  const serverUrl = DATABASE_DIRECT_URL ?? DATABASE_URL
  if (DATABASE_OWNER_URL === undefined)
    return { ownerUrl: serverUrl, serverRole: undefined, serverUrl: undefined }
  const serverRole = decodeURIComponent(new URL(DATABASE_URL).username)
  return { ownerUrl: DATABASE_OWNER_URL, serverRole, serverUrl }
}

/** Of the embedded database, by the address of its owner. */
export const embeddedRoles = (ownerUrl: string): DatabaseRoles => ({
  ownerUrl,
  serverRole: SERVER_ROLE,
  serverUrl: undefined,
})

/** Migrate as the owner, and give the server's role its rights and timeouts. */
export async function migrateAsOwner(owner: Db, { serverRole, serverUrl }: DatabaseRoles): Promise<void> {
  await migrateToLatest(owner, { serverRole })
  if (serverUrl === undefined) return
  const server = createDb(serverUrl, { max: 1 })
  try {
    await giveTimeouts(server)
  } finally {
    await server.destroy()
  }
}
