import type { AccountCode } from '@chuma/contract/books/journal'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

type Accounts = Partial<Record<AccountCode, number>>

/** What each account holds in a currency, in cents: a debit above zero. Accounts that are even are left out. */
export async function readAccounts(db: Db, currency = 'KES'): Promise<Accounts> {
  const { rows } = await sql<{ account: AccountCode; minor: number }>`
    select account, sum(debit_minor - credit_minor)::bigint as minor from journal_day where currency = ${currency} group by account
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}
