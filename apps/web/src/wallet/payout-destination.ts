import type { Withdrawal } from '@chuma/contract/wallet'

/** Enough of the number for its owner to recognise it, too little for whoever looks over his shoulder. */
export function payoutDestination({ mpesaNumber, bankName, accountNumber }: Withdrawal): string {
  if (mpesaNumber) {
    const local = mpesaNumber.replace(/^254/, '0')
    return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
  }
  return `${bankName ?? ''} •••• ${accountNumber?.slice(-4) ?? ''}`.trim()
}
