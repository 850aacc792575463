import type { RouterInputs } from '@chuma/api/types'
import type { WithdrawalMethod } from '@chuma/contract/wallet'

/** What a member types in: text, as it stands in the fields. */
export type WithdrawalForm = {
  pointsToWithdraw: string
  withdrawalMethod: WithdrawalMethod | ''
  mpesaNumber: string
  bankName: string
  accountNumber: string
  accountName: string
}

export const EMPTY_WITHDRAWAL: WithdrawalForm = {
  pointsToWithdraw: '',
  withdrawalMethod: '',
  mpesaNumber: '',
  bankName: '',
  accountNumber: '',
  accountName: '',
}

const DETAILS = {
  '': [],
  mpesa: ['mpesaNumber'],
  bank: ['bankName', 'accountNumber', 'accountName'],
} as const satisfies Record<WithdrawalForm['withdrawalMethod'], (keyof WithdrawalForm)[]>

/** The fields that the chosen method still needs. */
export function missingDetails(form: WithdrawalForm): (keyof WithdrawalForm)[] {
  return DETAILS[form.withdrawalMethod].filter((name) => !form[name].trim())
}

type Request = { points: number; kesPerPoint: number }

/** The amount goes along as the member saw it: should the rate have changed meanwhile, the server refuses. */
export function toRequest(
  form: WithdrawalForm,
  { points, kesPerPoint }: Request,
): RouterInputs['wallet']['requestWithdrawal'] {
  const amount = { pointsToWithdraw: points, amountKes: points * kesPerPoint }
  if (form.withdrawalMethod === 'bank') {
    const { bankName, accountNumber, accountName } = form
    return { ...amount, withdrawalMethod: 'bank', bankName, accountNumber, accountName }
  }
  return { ...amount, withdrawalMethod: 'mpesa', mpesaNumber: form.mpesaNumber }
}
