import { formatKes } from '@chuma/contract/format-money'
import type { Balance, WalletTerms } from '@chuma/contract/wallet/wallet'
import { Stack, TextInput, Title } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/money-button.tsx'
import { LinkButton } from '../../ui/actions/link-button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { findRequestProblem } from './find-request-problem.ts'
import { PayoutPace } from './payout-pace.tsx'
import { PayoutPreview } from './payout-preview.tsx'
import classes from './request-form.module.css'
import { showProblem } from './show-problem.ts'
import { useRequestWithdrawal } from './use-request-withdrawal.ts'
import { useWithdrawalForm } from './use-withdrawal-form.ts'
import { WithdrawalFields } from './withdrawal-fields.tsx'
import { nameDestination, toRequest, type WithdrawalForm } from './withdrawal-form.ts'

type Props = { balance: Balance; terms: WalletTerms }

export function RequestForm({ balance, terms }: Props) {
  const t = useT()
  const { kesPerPoint, minWithdrawalPoints, methods } = terms
  const { form, saved } = useWithdrawalForm(methods)
  const request = useRequestWithdrawal(form)
  const { availablePoints } = balance
  const points = Number(form.values.pointsToWithdraw)

  const submit = (values: WithdrawalForm) => {
    const problem = findRequestProblem(values, { terms, availablePoints, t })
    if (problem) showProblem(form, problem)
    else request.send(toRequest(values, { points, kesPerPoint }))
  }
  return (
    <Panel data-screen-only aria-labelledby="request-title">
      <Title order={2} id="request-title" mb="xs">
        {t('request.title')}
      </Title>
      <PayoutPace />
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <TextInput
            label={t('request.points')}
            description={t('request.pointsHint', {
              min: minWithdrawalPoints,
              kesPerPoint: formatKes(kesPerPoint),
            })}
            type="number"
            inputMode="numeric"
            step={1}
            min={minWithdrawalPoints}
            max={availablePoints}
            rightSectionWidth={72}
            rightSection={
              <MaxButton
                points={availablePoints}
                onChoose={() => form.setFieldValue('pointsToWithdraw', String(availablePoints))}
              />
            }
            {...form.getInputProps('pointsToWithdraw')}
          />
          <WithdrawalFields form={form} methods={methods} saved={saved} isProvable={terms.areCodesOpen} />
          <div className={classes.submit}>
            <PayoutPreview
              points={points}
              terms={terms}
              method={form.values.withdrawalMethod}
              destination={nameDestination(form.values)}
            />
            <MoneyButton type="submit" disabled={request.isPending} fullWidth>
              {t(request.isPending ? 'request.pending' : 'request.submit')}
            </MoneyButton>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}

function MaxButton({ points, onChoose }: { points: number; onChoose: () => void }) {
  const t = useT()
  if (points === 0) return null
  return (
    <button
      type="button"
      className={classes.max}
      aria-label={t('request.maxLabel', { points })}
      onClick={onChoose}
    >
      {t('request.max')}
    </button>
  )
}

/** Above the form of a member who has nothing to withdraw. */
export function NothingToWithdraw() {
  const t = useT()
  return (
    <Panel tone="earning" className={classes.empty} data-screen-only>
      <p>{t('wallet.noPoints')}</p>
      <LinkButton to="/surveys">{t('wallet.toSurveys')}</LinkButton>
    </Panel>
  )
}
