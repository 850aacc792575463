import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Translate } from '../../i18n/i18n.ts'
import type { WithdrawalProblem } from './show-problem.ts'
import { missingDetails, type WithdrawalForm } from './withdrawal-form.ts'

const MISSING = {
  mpesa: 'request.missingMpesa',
  airtel: 'request.missingAirtel',
  airtime: 'request.missingAirtime',
  bank: 'request.missingBank',
  paypal: 'request.missingPaypal',
} as const satisfies Record<WithdrawalMethod, unknown>

type Limits = { terms: WalletTerms; availablePoints: number; t: Translate }

/** Find the first problem that blocks submitting, in the order of SPEC §5. */
export function findRequestProblem(form: WithdrawalForm, limits: Limits): WithdrawalProblem | null {
  const { t } = limits
  const required = (['pointsToWithdraw', 'withdrawalMethod'] as const).filter((name) => !form[name].trim())
  if (required.length > 0) {
    return { title: t('request.missingTitle'), message: t('request.missing'), fields: required }
  }
  return findAmountProblem(Number(form.pointsToWithdraw), limits) ?? findDetailsProblem(form, t)
}

function findAmountProblem(points: number, { terms, availablePoints, t }: Limits): WithdrawalProblem | null {
  const fields: WithdrawalProblem['fields'] = ['pointsToWithdraw']
  const { minWithdrawalPoints, kesPerPoint } = terms
  if (points < minWithdrawalPoints) {
    const kes = formatKes(minWithdrawalPoints * kesPerPoint)
    const message = t('request.minimum', { points: minWithdrawalPoints, kes })
    return { title: t('request.minimumTitle'), message, fields }
  }
  if (!Number.isSafeInteger(points)) {
    return { title: t('request.minimumTitle'), message: t('request.wholeNumber'), fields }
  }
  if (points > availablePoints) {
    return { title: t('request.insufficientTitle'), message: t('request.insufficient'), fields }
  }
  return null
}

function findDetailsProblem(form: WithdrawalForm, t: Translate): WithdrawalProblem | null {
  const fields = missingDetails(form)
  if (fields.length === 0) return null
  const message = t(MISSING[form.withdrawalMethod || 'mpesa'])
  return { title: t('request.missingTitle'), message, fields }
}
