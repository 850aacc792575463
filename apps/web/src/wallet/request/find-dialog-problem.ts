import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import type { Translate } from '../../i18n/i18n.ts'
import type { WithdrawalProblem } from './show-problem.ts'

type Limits = { terms: WalletTerms; availablePoints: number; t: Translate }

/** The dialog's own rules (SPEC §5). What is no number at all is under every minimum. */
export function findDialogProblem(
  points: number,
  { terms, availablePoints, t }: Limits,
): WithdrawalProblem | null {
  const fields: WithdrawalProblem['fields'] = ['pointsToWithdraw']
  const minimum = terms.dialogMinWithdrawalPoints
  if (!(points >= minimum)) {
    const message = t('dashboard.invalidAmount', { points: minimum })
    return { title: t('dashboard.invalidAmountTitle'), message, fields }
  }
  if (points > availablePoints) {
    return { title: t('request.insufficientTitle'), message: t('request.insufficient'), fields }
  }
  return null
}
