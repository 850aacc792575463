import type { RouterInputs } from '@chuma/api/types'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { formatKes, formatUsd } from '@chuma/contract/format-money'
import { toUsd } from '@chuma/contract/surveys/survey-measures'
import type { PayoutDetails, WalletTerms, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { taxOf, WITHDRAWAL_DETAILS, type WithdrawalDetail } from '@chuma/contract/wallet/withdrawal-rules'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { markFields, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { payoutDestination, useSavedDetails } from '../destinations/prove-number.tsx'
import { useRefreshPoints } from '../movements.tsx'
import classes from './request-form.module.css'

type Props = {
  points: number
  terms: WalletTerms
  method: WithdrawalForm['withdrawalMethod']
  /** Where it goes, once that is known. */
  destination: string | undefined
}

/** What the typed points are worth: their value, the tax withheld, and what arrives. */
export function PayoutPreview({ points, terms, method, destination }: Props) {
  const t = useT()
  const { kesPerPoint, kesPerUsd, taxPercent } = terms
  const kes = Number.isSafeInteger(points) && points > 0 ? points * kesPerPoint : 0
  const taxKes = taxOf(kes, taxPercent)
  const payoutKes = kes - taxKes
  return (
    <div className={classes.preview}>
      {taxPercent > 0 && (
        <dl className={classes.parts}>
          <dt>{t('request.gross')}</dt>
          <dd>{formatKes(kes)}</dd>
          <dt>{t('request.tax', { percent: taxPercent })}</dt>
          <dd>−{formatKes(taxKes)}</dd>
        </dl>
      )}
      <p className={classes.sum}>
        <span>{t('request.preview')}</span>{' '}
        <output className={classes.kes}>
          {formatKes(payoutKes)}
          {method === 'paypal' && ` (${formatUsd(toUsd(payoutKes, kesPerUsd))})`}
        </output>{' '}
        {destination && <span>{t('request.previewTo', { destination })}</span>}
      </p>
    </div>
  )
}

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

const detailsOf = (method: WithdrawalForm['withdrawalMethod']): readonly WithdrawalDetail[] =>
  method === '' ? [] : WITHDRAWAL_DETAILS[method]

/** List the fields that the chosen method still needs. */
export function missingDetails(form: WithdrawalForm): WithdrawalDetail[] {
  return detailsOf(form.withdrawalMethod).filter((name) => !form[name].trim())
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
  const filled = detailsOf(withdrawalMethod).flatMap((name) => {
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
  return Object.fromEntries(detailsOf(form.withdrawalMethod).map((name) => [name, form[name]]))
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

/** Submit a withdrawal request once, however often the button is pressed, and report the outcome. */
export function useRequestWithdrawal(form: UseFormReturnType<WithdrawalForm>, onSent?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const keys = useKeys()
  const failedTitle = t('request.failedTitle')
  return useAction(trpc.wallet.requestWithdrawal, {
    idempotencyKey: keys.keyOf(JSON.stringify(form.values)),
    onDone: () => {
      keys.forget()
      form.reset()
      onSent?.()
    },
    done: ({ amountKes }) => ({
      title: t('request.sentTitle'),
      message: t('request.sent', { kes: formatKes(amountKes) }),
    }),
    failure: { title: failedTitle, offline: t('request.offline') },
    onFailed: (error) => {
      showFieldErrors(form, error)
      if (codeOf(error) === 'INSUFFICIENT_POINTS') form.setFieldError('pointsToWithdraw', true)
      // The rate has changed since the form was opened. No field holds the amount, so the toast names it.
      const message = isApiError(error) ? error.data?.fieldErrors?.amountKes?.[0] : undefined
      if (!message) return false
      void utils.wallet.getTerms.invalidate()
      showToast({ kind: 'error', title: failedTitle, message })
      return true
    },
    // Also after a failure: the request may have arrived and only its answer got lost.
    onEnd: () => {
      refreshPoints()
      void utils.wallet.listWithdrawals.invalidate()
      void utils.wallet.listPayoutDetails.invalidate()
      void utils.wallet.listPayoutPauses.invalidate()
    },
  })
}

/**
 * One key per set of form values, until a request succeeds: a retry reuses its key, even if the form was changed and
 * changed back after an answer was lost.
 */
function useKeys() {
  const [keys] = useState(() => new Map<string, string>())
  return {
    keyOf: (filling: string) => {
      const key = keys.get(filling) ?? createKey()
      keys.set(filling, key)
      return key
    },
    forget: () => keys.clear(),
  }
}

/** Not `randomUUID`, which pages without TLS (a laptop in the office network) do not have. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** The form of a withdrawal. The saved destination that was used last is chosen, and followed when the list changes. */
export function useWithdrawalForm(methods: readonly WithdrawalMethod[]) {
  const saved = useSavedDetails(methods)
  const form = useForm<WithdrawalForm>({ initialValues: startWithdrawal(saved) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list changes, not while the member types
  useEffect(() => {
    const { pointsToWithdraw, withdrawalMethod, isSaved } = form.getValues()
    form.setInitialValues(startWithdrawal(saved))
    if (!isSaved && withdrawalMethod !== '') return
    const current = saved.find((details) => details.withdrawalMethod === withdrawalMethod)
    if (!pointsToWithdraw) form.setValues(startWithdrawal(saved))
    else form.setValues(current ? chooseSaved(current) : chooseNew(''))
  }, [saved])
  return { form, saved }
}

export type WithdrawalProblem = { title: string; message: string; fields: (keyof WithdrawalForm)[] }

/** Report what blocks submitting and focus its field. */
export function showProblem(
  form: UseFormReturnType<WithdrawalForm>,
  { title, message, fields }: WithdrawalProblem,
): void {
  markFields(form, { names: fields, message })
  showToast({ kind: 'error', title, message })
}
