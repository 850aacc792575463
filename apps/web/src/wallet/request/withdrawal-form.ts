import type { RouterInputs } from '@chuma/api/types'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { formatKes } from '@chuma/contract/format-money'
import type { PayoutDetails, WalletTerms, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { payoutDestination } from '../destinations/payout-destination.ts'

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
  /** The details are those of a saved destination. */
  isSaved: boolean
}
type DetailName = Exclude<
  keyof WithdrawalForm,
  'pointsToWithdraw' | 'withdrawalMethod' | 'saveDetails' | 'isSaved'
>

export const EMPTY_WITHDRAWAL: WithdrawalForm = {
  pointsToWithdraw: '',
  withdrawalMethod: '',
  mpesaNumber: '',
  bankName: '',
  accountNumber: '',
  accountName: '',
  paypalEmail: '',
  saveDetails: true,
  isSaved: false,
}

const DETAILS: Record<WithdrawalForm['withdrawalMethod'], DetailName[]> = {
  '': [],
  mpesa: ['mpesaNumber'],
  airtel: ['mpesaNumber'],
  airtime: ['mpesaNumber'],
  bank: ['bankName', 'accountNumber', 'accountName'],
  paypal: ['paypalEmail'],
}

/** List the fields that the chosen method still needs. */
export function missingDetails(form: WithdrawalForm): DetailName[] {
  return DETAILS[form.withdrawalMethod].filter((name) => !form[name].trim())
}

const NO_DETAILS = { mpesaNumber: '', bankName: '', accountNumber: '', accountName: '', paypalEmail: '' }

/** Choose a method for a destination that is not saved: its details are empty. */
export function chooseNew(withdrawalMethod: WithdrawalForm['withdrawalMethod']): Partial<WithdrawalForm> {
  return { ...NO_DETAILS, withdrawalMethod, isSaved: false }
}

/** The form before anything is typed: with the newest saved destination, if there is one. */
export function startWithdrawal(saved: readonly PayoutDetails[]): WithdrawalForm {
  const [newest] = saved
  return { ...EMPTY_WITHDRAWAL, ...(newest && chooseSaved(newest)) }
}

/** Choose a saved destination. */
export function chooseSaved(details: PayoutDetails): Partial<WithdrawalForm> {
  const { withdrawalMethod } = details
  const filled = DETAILS[withdrawalMethod].flatMap((name) => {
    const value = details[name]
    return value ? [[name, value] as const] : []
  })
  return { ...chooseNew(withdrawalMethod), ...Object.fromEntries(filled), isSaved: true }
}

/** Name where the form's money would go; undefined while details are missing. */
export function nameDestination(form: WithdrawalForm): string | undefined {
  if (form.withdrawalMethod === '' || missingDetails(form).length > 0) return undefined
  const { mpesaNumber, bankName, accountNumber, paypalEmail } = {
    ...form,
    ...NO_DETAILS,
    ...ownDetails(form),
  }
  return payoutDestination({ mpesaNumber, bankName, accountNumber, paypalEmail })
}

/** The details of the chosen method. Others may still hold what was typed before. */
function ownDetails(form: WithdrawalForm): Partial<WithdrawalForm> {
  return Object.fromEntries(DETAILS[form.withdrawalMethod].map((name) => [name, form[name]]))
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
  const { mpesaNumber } = form
  return { ...amount, withdrawalMethod: form.withdrawalMethod || 'mpesa', mpesaNumber }
}

/**
 * The dialog's minimum in shillings. At the specified rate it keeps the specification's other reading of a point, KES 1
 * (SPEC §5); at any other rate that would misstate the money.
 */
export function nameDialogMinimum(
  terms: Pick<WalletTerms, 'dialogMinWithdrawalPoints' | 'kesPerPoint'>,
): string {
  const { dialogMinWithdrawalPoints: points, kesPerPoint } = terms
  return formatKes(kesPerPoint === defaultEconomy.kesPerPoint ? points : points * kesPerPoint)
}
