import type { Withdrawal } from '@chuma/contract/wallet'
import { maskAccount, maskPhone } from './mask-number.ts'

export function payoutDestination({ mpesaNumber, bankName, accountNumber }: Withdrawal): string {
  return mpesaNumber ? maskPhone(mpesaNumber) : `${bankName ?? ''} ${maskAccount(accountNumber ?? '')}`.trim()
}
