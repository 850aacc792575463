import type { Answer } from '@chuma/contract/fields'
import type { shownPayoutDetails } from '@chuma/contract/payouts/destinations'
import type { Trx } from '@chuma/db/client'
import type { Sealed } from '@chuma/db/column-types'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { type AccountTable, findPayoutDetails } from '@chuma/db/queries/payouts/payouts'
import { getMemberName } from '@chuma/db/queries/wallet/destinations'
import type { AccountKey } from '@chuma/db/queries/wallet/withdrawals'
import { maskAccount, maskPhone, readDestination } from '../account/destinations.ts'
import { AppError, orRefuse } from '../app-error.ts'
import { maskEmail } from '../auth/security.ts'
import { holdsPermission } from '../auth/staff.ts'
import type { Caller, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { isLostWith, isSealed, isSecretLost, type Secrets } from '../secrets/secrets.ts'
import { proveDestination } from '../wallet/destinations/name-destination.ts'
import type { LockedPayout } from './attempts/payouts.ts'

/** Where money goes: masked for everyone, because one call shows it for one withdrawal and writes that down. */
const DESTINATIONS: Readonly<Record<string, (value: string) => string>> = {
  mpesaNumber: maskPhone,
  mpesaNumbers: maskPhone,
  accountNumber: maskAccount,
  paypalEmail: maskEmail,
}
/** Addresses of members beside their withdrawals, claims and entries: masked for staff outside finance. */
const ADDRESSES: Readonly<Record<string, (value: string) => string>> = {
  userEmail: maskEmail,
  memberEmail: maskEmail,
}

/**
 * Mask numbers, accounts and addresses in the answer of any staff call, by the names of its fields. A new call cannot forget
 * it.
 */
export function maskPayoutDetails<T>(caller: Caller, answer: T): T {
  return maskFields(answer, mayReadDetails(caller) ? DESTINATIONS : { ...DESTINATIONS, ...ADDRESSES }) as T
}

/** Mask a member's own address, for staff outside finance. */
export function maskAddress<T extends { email: string }>(caller: Caller, row: T): T {
  return mayReadDetails(caller) ? row : { ...row, email: maskEmail(row.email) }
}

function mayReadDetails(caller: Caller): boolean {
  return holdsPermission(caller, 'payout-details:read')
}

type Masks = Readonly<Record<string, (value: string) => string>>

function maskFields(value: unknown, masks: Masks): unknown {
  if (Array.isArray(value)) return value.map((each) => maskFields(each, masks))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      masks[name] ? maskValue(field, masks[name]) : maskFields(field, masks),
    ]),
  )
}

/** Dates, streams and files stay as they are. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function maskValue(value: unknown, mask: (value: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(each, mask))
  return typeof value === 'string' ? mask(value) : value
}

/**
 * Show where one withdrawal is paid, unmasked. Every call is in the audit log, without the details.
 * @throws AppError NOT_FOUND, SECRET_LOST
 */
export function showPayoutDetails(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof shownPayoutDetails>> {
  return deps.db.transaction().execute(async (trx) => {
    const details = orRefuse(await findPayoutDetails(trx, id), 'NOT_FOUND')
    if (details.accountNumber && isLostWith(deps.secrets, String(details.accountNumber)))
      throw new AppError('SECRET_LOST', { what: 'account' })
    await recordAct(trx, staff, { action: 'withdrawal.details-shown', subject: `withdrawal:${id}` })
    return openWithdrawal(deps, details)
  })
}

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

/** A sealed account number as a read of its row has it. */
export const asStored = (sealed: string | null) => sealed as unknown as Sealed | null

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

/**
 * Record, in the transaction of a payment, that it arrived at the withdrawal's destination. A destination that cannot be opened
 * is reported: the payment counts all the same.
 */
export async function proveByPayment(
  trx: Trx,
  deps: Reading,
  { ref: { memberId, withdrawalId: id }, withdrawal }: Pick<LockedPayout, 'ref' | 'withdrawal'>,
): Promise<void> {
  // Anyone can buy airtime for anyone: it proves nothing about the number.
  if (withdrawal.method === 'airtime') return
  const accountNumber = readAccount(deps, { table: 'withdrawal', id }, withdrawal.accountNumber)
  const destination = readDestination({ ...withdrawal, accountNumber })
  if (destination) await proveDestination(trx, deps, { memberId, ...destination, by: 'payment' })
}

/** What is stored with a payment of the name that it arrived under: the outcome, and too little of the name to use it. */
export async function checkReceiver(trx: Trx, memberId: string, name: string | undefined) {
  if (!name?.trim()) return {}
  const receiverNameMatches = matchesName(await getMemberName(trx, memberId), name)
  return { receiverName: maskName(name), receiverNameMatches }
}

/**
 * Whether the name of a paid account can be the member's. Tolerates another order, initials, missing names in between, case,
 * diacritics, apostrophes (Ng'ang'a) and hyphens. At least one name is the same in full, and a second one agrees, unless
 * one side has only one.
 */
export function matchesName(member: string, received: string): boolean {
  return [/[^a-z]+/, /[^a-z-]+/].some((separator) =>
    agree(readNames(member, separator), readNames(received, separator)),
  )
}

/** With a hyphen as a separator or as nothing: M-Pesa writes Mary-Anne as MARY ANNE and as MARYANNE. */
function readNames(text: string, separator: RegExp): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’‘ʼ`´]/gu, '')
  return letters
    .split(separator)
    .map((name) => name.replaceAll('-', ''))
    .filter((name) => name !== '')
}

function agree(member: string[], received: string[]): boolean {
  const left = [...received]
  const take = (isSame: (other: string) => boolean) => {
    const at = left.findIndex(isSame)
    if (at < 0) return false
    left.splice(at, 1)
    return true
  }
  const others = member.filter((name) => !take((other) => other === name && name.length > 1))
  const inFull = member.length - others.length
  const byInitial = others.filter((name) =>
    take((other) => (name.length === 1 || other.length === 1) && name[0] === other[0]),
  ).length
  const needed = Math.min(2, member.length, received.length)
  return inFull >= 1 && inFull + byInitial >= needed
}

/** `Ja… Wa… Do…`: staff compare it with a name they are told. It belongs to someone who never agreed to anything. */
export function maskName(name: string): string {
  const names = name.split(/[\s*]+/u).filter((part) => part !== '')
  const masked = names.map((part) => `${part[0]?.toUpperCase()}${(part[1] ?? '').toLowerCase()}…`)
  return masked.join(' ').slice(0, 80)
}
