import type { Sealed } from '@chuma/db/column-types'
import type { AccountKey, AccountTable } from '@chuma/db/queries/payouts/account-numbers'
import type { Deps } from '../../deps.ts'
import { isSealed, isSecretLost, type Secrets } from '../../secrets/create-secrets.ts'

/** `id`: the withdrawal's; of payout details the member's, who has one bank account among them. */
type Row = { table: AccountTable['table']; id: string }

const placeOf = ({ table, id }: Row) => ({ table, column: 'account_number', id })

/** How a bank account number is found among the stored ones. Banks share no numbering, but one number counts as one account. */
export function findableAccount(secrets: Secrets, number: string): AccountKey {
  return { number, hashes: secrets.hash('bank account', number) }
}

export function sealAccount(secrets: Secrets, row: Row, number: string) {
  const [accountNumberHash] = secrets.hash('bank account', number)
  return { accountNumber: secrets.seal(placeOf(row), number), accountNumberHash }
}

/**
 * Open an account number. What an earlier version stored plainly, and what was erased, stays as it is.
 * @throws AppError SECRET_LOST, SecretError
 */
export function openAccount(secrets: Secrets, row: Row, stored: Sealed): string {
  const text = stored as unknown as string
  return isSealed(text) ? secrets.open(placeOf(row), text) : text
}

type Reading = Pick<Deps, 'secrets' | 'reportFailure'>

/** Open an account number to show it. One that cannot be opened is missing, so that the rest is shown, and reported, unless its key is known to be lost. */
export function readAccount(
  { secrets, reportFailure }: Reading,
  row: Row,
  stored: Sealed | null,
): string | null {
  if (stored === null) return null
  try {
    return openAccount(secrets, row, stored)
  } catch (error) {
    if (!isSecretLost(error))
      reportFailure(error, `the account number of ${row.table} ${row.id} cannot be opened`)
    return null
  }
}

type Stored = { id: string; accountNumber: Sealed | null }
type Opened<Withdrawal extends Stored> = Omit<Withdrawal, 'accountNumber'> & { accountNumber: string | null }

/** A withdrawal with its account number readable. */
export function openWithdrawal<Withdrawal extends Stored>(
  deps: Reading,
  withdrawal: Withdrawal,
): Opened<Withdrawal> {
  const { id, accountNumber } = withdrawal
  return { ...withdrawal, accountNumber: readAccount(deps, { table: 'withdrawal', id }, accountNumber) }
}
