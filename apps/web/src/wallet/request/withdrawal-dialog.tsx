import type { Balance, WalletTerms } from '@chuma/contract/wallet/wallet'
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/money-button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { AmountFields } from './amount-fields.tsx'
import { PayoutPreview } from './payout-preview.tsx'
import { showProblem, type WithdrawalProblem } from './show-problem.ts'
import { useRequestWithdrawal } from './use-request-withdrawal.ts'
import { useWithdrawalForm } from './use-withdrawal-form.ts'
import { WithdrawalFields } from './withdrawal-fields.tsx'
import {
  missingDetails,
  nameDestination,
  nameDialogMinimum,
  toRequest,
  type WithdrawalForm,
} from './withdrawal-form.ts'

type Props = { isOpen: boolean; onClose: () => void; terms: WalletTerms; balance: Balance }

/** The quick way to withdraw, with its own, higher minimum (SPEC §5). */
export function WithdrawalDialog({ isOpen, onClose, terms, balance }: Props) {
  const t = useT()
  const { form, saved } = useWithdrawalForm(terms.methods)
  const request = useRequestWithdrawal(form, onClose)
  const { kesPerPoint, dialogMinWithdrawalPoints } = terms
  const { availablePoints } = balance
  const points = Math.trunc(Number(form.values.pointsToWithdraw))
  const { pointsToWithdraw, withdrawalMethod } = form.values
  const isFilled =
    pointsToWithdraw !== '' && withdrawalMethod !== '' && missingDetails(form.values).length === 0

  const submit = (values: WithdrawalForm) => {
    const problem = findDialogProblem(points, { terms, availablePoints, t })
    if (problem) showProblem(form, problem)
    else request.send(toRequest(values, { points, kesPerPoint }))
  }
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('dashboard.requestWithdrawal')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('dashboard.dialogHint', { points: dialogMinWithdrawalPoints, available: availablePoints })}{' '}
            <Anchor renderRoot={(props) => <Link to="/withdraw" {...props} />}>
              {t('dashboard.dialogHintLink')}
            </Anchor>
            , {t('dashboard.dialogHintFrom', { min: terms.minWithdrawalPoints })}.
          </Text>
          <AmountFields form={form} terms={terms} availablePoints={availablePoints} />
          <WithdrawalFields form={form} methods={terms.methods} saved={saved} />
          <PayoutPreview
            points={points}
            terms={terms}
            method={withdrawalMethod}
            destination={nameDestination(form.values)}
          />
          <MoneyButton type="submit" disabled={!isFilled || request.isPending} fullWidth>
            {t(request.isPending ? 'request.pending' : 'dashboard.submitRequest')}
          </MoneyButton>
        </Stack>
      </form>
    </Dialog>
  )
}

type Limits = { terms: WalletTerms; availablePoints: number; t: Translate }

/** The dialog's own rules (SPEC §5). An invalid number counts as below the minimum. */
function findDialogProblem(points: number, { terms, availablePoints, t }: Limits): WithdrawalProblem | null {
  const fields: WithdrawalProblem['fields'] = ['pointsToWithdraw']
  const minimum = terms.dialogMinWithdrawalPoints
  if (!(points >= minimum)) {
    const message = t('dashboard.invalidAmount', { points: minimum, kes: nameDialogMinimum(terms) })
    return { title: t('dashboard.invalidAmountTitle'), message, fields }
  }
  if (points > availablePoints) {
    return { title: t('request.insufficientTitle'), message: t('request.insufficient'), fields }
  }
  return null
}
