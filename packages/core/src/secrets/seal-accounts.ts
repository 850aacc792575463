import type { Trx } from '@chuma/db/client'
import {
  ACCOUNT_TABLES,
  type AccountTable,
  listAccountsAfter,
  listPlainAccounts,
  replaceAccounts,
  type StoredAccount,
} from '@chuma/db/queries/payouts/account-numbers'
import { openAccount, sealAccount } from '../payouts/details/seal-account.ts'
import { isLostWith, type Secrets } from './create-secrets.ts'
import { BATCH, type Batch, inTurn, type Sealing, walk } from './seal-in-turn.ts'

/** Seal one batch of bank account numbers that are still plain. @returns whether there may be more */
export async function sealPlainAccounts({ db, secrets }: Sealing): Promise<boolean> {
  let mayBeMore = false
  for (const at of ACCOUNT_TABLES) {
    const rows = await inTurn(db, async (trx) => {
      const plain = await listPlainAccounts(trx, at, BATCH)
      await sealAccounts(trx, secrets, { at, rows: plain })
      return plain
    })
    mayBeMore ||= rows.length === BATCH
  }
  return mayBeMore
}

/** Seal every bank account number again that another key has sealed, and hash it with the current key. */
export async function rotateAccounts(deps: Sealing, onSealed: (count: number) => void): Promise<void> {
  for (const at of ACCOUNT_TABLES) await walk((after) => rotateBatch(deps, at, after), onSealed)
}

function rotateBatch({ db, secrets }: Sealing, at: AccountTable, after: string): Promise<Batch> {
  return inTurn(db, async (trx) => {
    const rows = await listAccountsAfter(trx, at, { after, limit: BATCH, keyId: secrets.keyId })
    const others = rows.filter((row) => !row.isCurrent && !isLostWith(secrets, String(row.accountNumber)))
    await sealAccounts(trx, secrets, { at, rows: others })
    return { sealed: others.length, last: rows.at(-1)?.id }
  })
}

async function sealAccounts(
  trx: Trx,
  secrets: Secrets,
  { at, rows }: { at: AccountTable; rows: StoredAccount[] },
): Promise<void> {
  if (rows.length === 0) return
  const resealed = rows.map((row) => {
    const place = { table: at.table, id: row.id }
    const number = openAccount(secrets, place, row.accountNumber)
    const { accountNumber: sealed, accountNumberHash: hash } = sealAccount(secrets, place, number)
    return { ...row, sealed, hash }
  })
  await replaceAccounts(trx, at, resealed)
}
