import { kenyanPhone } from '@chuma/contract/wallet/kenyan-phone'
import { type DestinationKind, isPhoneMethod, type WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { toMailbox } from '../../account/to-mailbox.ts'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { toBank } from './kenyan-banks.ts'

/** `value`: as the member wrote it. Of a bank account, the bank's name and then the account number. */
export type Destination = { method: DestinationKind; value: string }

/** Write a destination in the one form that is compared, so that no second spelling of it counts as another. */
export function normaliseDestination({ method, value }: Destination): string {
  return `${method}:${normalise[method](value)}`
}

const normalise: Record<DestinationKind, (value: string) => string> = {
  mpesa: (value) => kenyanPhone.safeParse(value).data ?? value.replaceAll(/\D/g, ''),
  paypal: (value) => toMailbox(value.trim()),
  bank: (value) => {
    const { bankName, accountNumber } = splitBankAccount(value)
    // A number means the same account with and without leading zeros, and a person who pays by hand reads both.
    return `${toBank(bankName)}:${accountNumber.replace(/^0+/, '')}`
  },
}

function joinBankAccount(bankName: string, accountNumber: string): string {
  return `${bankName} ${accountNumber}`
}

export function splitBankAccount(value: string): { bankName: string; accountNumber: string } {
  const at = value.lastIndexOf(' ')
  return { bankName: value.slice(0, Math.max(at, 0)), accountNumber: value.slice(at + 1) }
}

type Place = {
  method: WithdrawalMethod
  mpesaNumber: string | null
  bankName: string | null
  accountNumber: string | null
  paypalEmail: string | null
}

/** Read the destination of a withdrawal, or of saved details. Null without its number, which may not open. */
export function readDestination(place: Place): Destination | null {
  const { method, mpesaNumber, bankName, accountNumber, paypalEmail } = place
  const account = accountNumber && joinBankAccount(bankName ?? '', accountNumber)
  // A phone number is one destination, whichever way it is paid: 'mpesa' was the first of them.
  const kind = isPhoneMethod(method) ? 'mpesa' : method
  const value = { mpesa: mpesaNumber, bank: account, paypal: paypalEmail }[kind]
  return value ? { method: kind, value } : null
}

/** The keyed hashes under which a destination may be stored: with the current key first. */
export function hashDestination(
  secrets: Pick<Secrets, 'hash'>,
  destination: Destination,
): [Buffer, ...Buffer[]] {
  return secrets.hash('payout destination', normaliseDestination(destination))
}
