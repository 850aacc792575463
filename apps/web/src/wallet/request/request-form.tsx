import { formatKes } from '@chuma/contract/format-money'
import type { Balance, WalletTerms } from '@chuma/contract/wallet/wallet'
import { Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/money-button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { findRequestProblem } from './find-request-problem.ts'
import { PayoutPreview } from './payout-preview.tsx'
import { showProblem } from './show-problem.ts'
import { useRequestWithdrawal } from './use-request-withdrawal.ts'
import { WithdrawalFields } from './withdrawal-fields.tsx'
import { EMPTY_WITHDRAWAL, toRequest, type WithdrawalForm } from './withdrawal-form.ts'

type Props = { balance: Balance; terms: WalletTerms }

export function RequestForm({ balance, terms }: Props) {
  const t = useT()
  const form = useForm<WithdrawalForm>({ initialValues: EMPTY_WITHDRAWAL })
  const request = useRequestWithdrawal(form)
  const { kesPerPoint, minWithdrawalPoints, methods } = terms
  const { availablePoints } = balance
  const points = Number(form.values.pointsToWithdraw)

  const submit = (values: WithdrawalForm) => {
    const problem = findRequestProblem(values, { terms, availablePoints, t })
    if (problem) showProblem(form, problem)
    else request.send(toRequest(values, { points, kesPerPoint }))
  }
  return (
    <Panel data-screen-only aria-labelledby="request-title">
      <Title order={2} id="request-title" mb="md">
        {t('request.title')}
      </Title>
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
            {...form.getInputProps('pointsToWithdraw')}
          />
          <WithdrawalFields form={form} methods={methods} />
          <PayoutPreview points={points} terms={terms} method={form.values.withdrawalMethod} />
          <MoneyButton type="submit" disabled={request.isPending} fullWidth>
            {t(request.isPending ? 'request.pending' : 'request.submit')}
          </MoneyButton>
        </Stack>
      </form>
    </Panel>
  )
}
