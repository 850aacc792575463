import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { Sealed } from '../../column-types.ts'

/** How a stored account number is found: by its hash with any key, or as an earlier version stored it. */
export type AccountKey = { number: string; hashes: readonly Buffer[] }

/** Whether a row of `table` has one of these account numbers; without any, whether it has none. */
export function hasAccount(
  table: 'withdrawal' | 'payout_details',
  accounts: readonly AccountKey[],
): RawBuilder<boolean> {
  const [number, hash] = [sql.ref(`${table}.account_number`), sql.ref(`${table}.account_number_hash`)]
  if (accounts.length === 0) return sql<boolean>`(${number} is null)`
  const hashes = accounts.flatMap((account) => account.hashes)
  const numbers = accounts.map((account) => account.number)
  return sql<boolean>`coalesce(${hash} = any(${hashes}::bytea[]) or ${number} = any(${numbers}::text[]), false)`
}

/** Where account numbers are stored, and the id in the place of their envelopes. */
export const ACCOUNT_TABLES = [
  { table: 'withdrawal', id: 'withdrawal_id' },
  { table: 'payout_details', id: 'member_id' },
] as const
export type AccountTable = (typeof ACCOUNT_TABLES)[number]

export type StoredAccount = { memberId: string; id: string; accountNumber: Sealed; isCurrent: boolean }

/** List account numbers that no key has sealed. */
export async function listPlainAccounts(trx: Trx, at: AccountTable, limit: number) {
  const { rows } = await sql<StoredAccount>`
    select member_id, ${sql.ref(at.id)} as id, account_number, false as is_current from ${sql.table(at.table)}
    where account_number is not null and account_number_hash is null and account_number <> 'erased'
    order by ${sql.ref(at.id)} limit ${limit}
  `.execute(trx)
  return rows
}

/** List the next account numbers by id. `isCurrent`: this key has sealed it. */
export async function listAccountsAfter(
  trx: Trx,
  at: AccountTable,
  { after, limit, keyId }: { after: string; limit: number; keyId: string },
) {
  const { rows } = await sql<StoredAccount>`
    select member_id, ${sql.ref(at.id)} as id, account_number,
      account_number like ${`sealed:1:${keyId}:%`} as is_current
    from ${sql.table(at.table)}
    where ${sql.ref(at.id)} > ${after}::uuid and account_number <> 'erased'
    order by ${sql.ref(at.id)} limit ${limit}
  `.execute(trx)
  return rows
}

type Resealed = StoredAccount & { sealed: string; hash: Buffer }

/**
 * Replace each account number that is still as it was read. Rows that someone else has locked are left for the next time: two
 * who wait for each other's withdrawals would deadlock.
 */
export async function replaceAccounts(
  trx: Trx,
  { table, id }: AccountTable,
  rows: readonly Resealed[],
): Promise<void> {
  const [name, of] = [sql.table(table), sql.ref(`t.${id}`)]
  await sql`
    with n as (
      select * from unnest(${rows.map((row) => row.memberId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.accountNumber)}::text[], ${rows.map((row) => row.sealed)}::text[],
        ${rows.map((row) => row.hash)}::bytea[]) as n (member_id, id, stored, sealed, hash)
    ), free as (
      select t.member_id, ${of} as id from ${name} as t
      join n on n.member_id = t.member_id and n.id = ${of} and n.stored = t.account_number
      for no key update of t skip locked
    )
    update ${name} as t set account_number = n.sealed, account_number_hash = n.hash
    from n join free using (member_id, id)
    where t.member_id = n.member_id and ${of} = n.id and t.account_number = n.stored
  `.execute(trx)
}
