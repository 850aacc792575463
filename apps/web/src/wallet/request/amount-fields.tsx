import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

type Props = { form: UseFormReturnType<WithdrawalForm>; terms: WalletTerms; availablePoints: number }

/** The amount in points or shillings: typing one updates the other. Points count (SPEC §5). */
export function AmountFields({ form, terms, availablePoints }: Props) {
  const t = useT()
  const { kesPerPoint, minWithdrawalPoints } = terms
  // While typing, the value may not be a whole number of points.
  const [typedKes, setTypedKes] = useState<string | null>(null)
  const points = Math.trunc(Number(form.values.pointsToWithdraw))
  const kes = form.values.pointsToWithdraw === '' ? '' : String(points * kesPerPoint)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={t('dashboard.amount')}
        type="number"
        inputMode="numeric"
        step={1}
        data-autofocus
        {...form.getInputProps('pointsToWithdraw')}
      />
      <TextInput
        label={t('dashboard.amountKes')}
        type="number"
        inputMode="numeric"
        min={minWithdrawalPoints * kesPerPoint}
        max={availablePoints * kesPerPoint}
        step={kesPerPoint}
        value={typedKes ?? kes}
        onChange={({ currentTarget: { value } }) => {
          setTypedKes(value)
          form.setFieldValue('pointsToWithdraw', value && String(Math.trunc(Number(value) / kesPerPoint)))
        }}
        onBlur={() => setTypedKes(null)}
      />
    </SimpleGrid>
  )
}
