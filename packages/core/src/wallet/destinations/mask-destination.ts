import { maskEmail } from '../../account/mask-email.ts'
import { maskAccount, maskPhone } from '../../payouts/details/mask-payout-details.ts'
import { type Destination, splitBankAccount } from './normalise-destination.ts'

/** Recognisable beside the destination, and useless without it. */
export function maskDestination({ method, value }: Destination): string {
  if (method === 'mpesa') return maskPhone(value)
  if (method === 'paypal') return maskEmail(value)
  const { bankName, accountNumber } = splitBankAccount(value)
  return `${bankName} ${maskAccount(accountNumber)}`.trim()
}
