import type { RouterInputs } from '@chuma/api/types'
import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'

/** What a member types in: text, as it stands in the fields. */
export type WithdrawalForm = {
  pointsToWithdraw: string
  withdrawalMethod: WithdrawalMethod | ''
  mpesaNumber: string
  bankName: string
  accountNumber: string
  accountName: string
  paypalEmail: string
  saveDetails: boolean
}
type DetailName = Exclude<keyof WithdrawalForm, 'pointsToWithdraw' | 'withdrawalMethod' | 'saveDetails'>

export const EMPTY_WITHDRAWAL: WithdrawalForm = {
  pointsToWithdraw: '',
  withdrawalMethod: '',
  mpesaNumber: '',
  bankName: '',
  accountNumber: '',
  accountName: '',
  paypalEmail: '',
  saveDetails: true,
}

const DETAILS: Record<WithdrawalForm['withdrawalMethod'], DetailName[]> = {
  '': [],
  mpesa: ['mpesaNumber'],
  bank: ['bankName', 'accountNumber', 'accountName'],
  paypal: ['paypalEmail'],
}

/** The fields that the chosen method still needs. */
export function missingDetails(form: WithdrawalForm): DetailName[] {
  return DETAILS[form.withdrawalMethod].filter((name) => !form[name].trim())
}

/** Chooses a method; what was saved for it stands in its fields. */
export function chooseMethod(
  withdrawalMethod: WithdrawalForm['withdrawalMethod'],
  saved: readonly PayoutDetails[],
): Partial<WithdrawalForm> {
  const details = saved.find((one) => one.withdrawalMethod === withdrawalMethod)
  const filled = DETAILS[withdrawalMethod].flatMap((name) => {
    const value = details?.[name]
    return value ? [[name, value] as const] : []
  })
  return { withdrawalMethod, ...Object.fromEntries(filled) }
}

type Request = { points: number; kesPerPoint: number }

/** The amount goes along as the member saw it: should the rate have changed meanwhile, the server refuses. */
export function toRequest(
  form: WithdrawalForm,
  { points, kesPerPoint }: Request,
): RouterInputs['wallet']['requestWithdrawal'] {
  const amount = {
    pointsToWithdraw: points,
    amountKes: points * kesPerPoint,
    // Saving is what happens by itself.
    ...(form.saveDetails ? {} : { saveDetails: false }),
  }
  if (form.withdrawalMethod === 'bank') {
    const { bankName, accountNumber, accountName } = form
    return { ...amount, withdrawalMethod: 'bank', bankName, accountNumber, accountName }
  }
  if (form.withdrawalMethod === 'paypal') {
    return { ...amount, withdrawalMethod: 'paypal', paypalEmail: form.paypalEmail }
  }
  return { ...amount, withdrawalMethod: 'mpesa', mpesaNumber: form.mpesaNumber }
}
