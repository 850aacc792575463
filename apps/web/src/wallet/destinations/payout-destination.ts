import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { maskAccount, maskEmail, maskPhone } from './mask-number.ts'

type Destination = Pick<Withdrawal, 'mpesaNumber' | 'bankName' | 'accountNumber' | 'paypalEmail'>

export function payoutDestination(destination: Destination): string {
  const { mpesaNumber, bankName, accountNumber, paypalEmail } = destination
  if (mpesaNumber) return maskPhone(mpesaNumber)
  if (paypalEmail) return maskEmail(paypalEmail)
  return `${bankName ?? ''} ${maskAccount(accountNumber ?? '')}`.trim()
}
