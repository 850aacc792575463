import { formatKes } from '@chuma/contract/format-money'
import type { PremiumPayment } from '@chuma/contract/premium/premium'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../i18n/use-t.ts'
import { MoneyButton } from '../offline/money-button.tsx'
import { isApiError, serverMessage, trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'

const MONTHS = [1, 3, 6, 12] as const

type Props = {
  kesPerMonth: number
  /** The number that was used last, filled in. */
  lastNumber: string
  onAsked: (payment: PremiumPayment) => void
}

/** Requests payment from a phone. Money moves only after its owner enters their PIN there. */
export function PayPremiumForm({ kesPerMonth, lastNumber, onAsked }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({ initialValues: { mpesaNumber: lastNumber, months: '1' } })
  const pay = trpc.premium.payPremium.useMutation({
    onSuccess: async (payment) => {
      onAsked(payment)
      await utils.premium.getPremium.invalidate()
    },
    onError: (error) => {
      if (isApiError(error) && error.data?.httpStatus === 401) return
      if (showFieldErrors(form, error)) return
      const message = serverMessage(error, t('earn.offline'))
      showToast({ kind: 'error', title: t('payPremium.notAskedTitle'), message })
      void utils.premium.getPremium.invalidate()
    },
  })
  const send = useSingleFlight(async (values: typeof form.values) => {
    await pay
      .mutateAsync({ mpesaNumber: values.mpesaNumber, months: Number(values.months) })
      .catch(() => undefined)
  })
  const amountKes = formatKes(Number(form.values.months) * kesPerMonth)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send(values))}>
      <Stack>
        <TextInput
          label={t('payPremium.number')}
          placeholder={t('request.mpesaPlaceholder')}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('mpesaNumber')}
        />
        <NativeSelect
          label={t('payPremium.months')}
          data={MONTHS.map((months) => ({
            value: String(months),
            label: t('payPremium.option', { months, kes: formatKes(months * kesPerMonth) }),
          }))}
          {...form.getInputProps('months')}
        />
        <MoneyButton type="submit" fullWidth px="sm" loading={pay.isPending}>
          {t('payPremium.pay', { kes: amountKes })}
        </MoneyButton>
        <p className={blocks.quiet}>{t('payPremium.how')}</p>
      </Stack>
    </form>
  )
}
