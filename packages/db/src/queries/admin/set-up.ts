import type { Figures } from '@chuma/contract/admin/figures'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

const columns = ['begunAt', 'ownerId', 'doneSteps', 'finishedAt'] as const

export function getSetUp(db: Db) {
  return db.selectFrom('setUp').select(columns).executeTakeFirstOrThrow()
}

/** Serialise everything that begins, changes or ends the set-up, until the transaction ends. */
export function lockSetUp(trx: Trx) {
  return trx.selectFrom('setUp').select(columns).forUpdate().executeTakeFirstOrThrow()
}

export async function hasStaff(db: Db): Promise<boolean> {
  return (await db.selectFrom('staff').select('staffId').limit(1).executeTakeFirst()) !== undefined
}

/** False when it had begun before. */
export async function beginSetUp(trx: Trx): Promise<boolean> {
  const begun = await trx
    .updateTable('setUp')
    .set({ begunAt: sql<Date>`now()` })
    .where('begunAt', 'is', null)
    .returning('begunAt')
    .executeTakeFirst()
  return begun !== undefined
}

/** Returns when the link expires. */
export async function insertSetUpLink(trx: Trx, tokenHash: Buffer, minutes: number): Promise<Date> {
  await trx.deleteFrom('setUpLink').where('expiresAt', '<=', sql<Date>`now()`).execute()
  const { expiresAt } = await trx
    .insertInto('setUpLink')
    .values({ tokenHash, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** Looked up by the hash: how long it takes tells nothing about the token. */
export async function isLinkOpen(db: Db, tokenHash: Buffer): Promise<boolean> {
  const open = await db
    .selectFrom('setUpLink')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return open !== undefined
}

export function deleteSetUpLinks(trx: Trx) {
  return trx.deleteFrom('setUpLink').execute()
}

export function keepFirstOwner(trx: Trx, ownerId: string) {
  return trx.updateTable('setUp').set({ ownerId }).execute()
}

export function keepDoneSteps(trx: Trx, doneSteps: string[]) {
  return trx.updateTable('setUp').set({ doneSteps }).execute()
}

export function finishSetUp(trx: Trx) {
  return trx.updateTable('setUp').set({ finishedAt: sql<Date>`now()` }).execute()
}

const productColumns = [
  'name',
  'supportEmail',
  'supportPhone',
  'officeAddress',
  'supportHours',
  'isSignUpOpen',
  'figures',
] as const

/** What owners have chosen. Null: the environment's setting counts. */
export function getStoredProduct(db: Db) {
  return db.selectFrom('product').select(productColumns).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
export function lockProduct(trx: Trx) {
  return trx.selectFrom('product').select(productColumns).forUpdate().executeTakeFirstOrThrow()
}

type Chosen = {
  name: string
  supportEmail: string
  supportPhone: string
  officeAddress: string
  supportHours: string[]
}

export function updateProduct(trx: Trx, chosen: Chosen & { isSignUpOpen: boolean }) {
  return trx.updateTable('product').set(chosen).execute()
}

export function updateFigures(trx: Trx, figures: Figures) {
  return trx
    .updateTable('product')
    .set({ figures: JSON.stringify(figures) })
    .execute()
}

export function setSignUpOpen(trx: Trx, isSignUpOpen: boolean) {
  return trx.updateTable('product').set({ isSignUpOpen }).execute()
}
