import type { Figures } from '@chuma/contract/admin/figures'
import type { Db, Trx } from '../../client.ts'

const columns = [
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
  return db.selectFrom('product').select(columns).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
export function lockProduct(trx: Trx) {
  return trx.selectFrom('product').select(columns).forUpdate().executeTakeFirstOrThrow()
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
