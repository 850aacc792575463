import type { RouterInputs } from '@chuma/api/types'
import type { PayoutDetails, WithdrawalMethod } from '@chuma/contract/wallet/wallet'

/** The form's values as text. */
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

/** List the fields that the chosen method still needs. */
export function missingDetails(form: WithdrawalForm): DetailName[] {
  return DETAILS[form.withdrawalMethod].filter((name) => !form[name].trim())
}

/** Choose a method and fill in the details saved for it. */
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

/** Build the request. It includes the amount that the member saw: if the rate has changed, the server refuses. */
export function toRequest(
  form: WithdrawalForm,
  { points, kesPerPoint }: Request,
): RouterInputs['wallet']['requestWithdrawal'] {
  const amount = {
    pointsToWithdraw: points,
    amountKes: points * kesPerPoint,
    // Saving is the default.
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
