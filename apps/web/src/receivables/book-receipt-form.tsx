import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import list from '../admin/list.module.css'
import { showPending } from '../admin/show-pending.ts'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../ui/forms/focus-first-error.ts'
import { NumberInput } from '../ui/forms/number-input.tsx'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import classes from './receivables.module.css'
import { toCents } from './usd.ts'
import { useRefreshReceivables } from './use-refresh-receivables.ts'

type Values = {
  reference: string
  day: string
  amountCents: number | string
  kesCents: number | string
  chargeKesCents: number | string
}

/** Books a partner's payment. Amounts are typed with their cents. */
export function BookReceiptForm({ partnerId, onBooked }: { partnerId: string; onBooked: () => void }) {
  const t = useT()
  const refresh = useRefreshReceivables()
  const showFailure = useShowFailure()
  const form = useForm<Values>({
    initialValues: { reference: '', day: '', amountCents: '', kesCents: '', chargeKesCents: 0 },
  })
  const book = trpc.admin.bookPartnerReceipt.useMutation({
    onSuccess: () => {
      showToast({ kind: 'success', title: t('receivables.booked'), message: '' })
      onBooked()
      return refresh()
    },
    onError: (error) => {
      if (showPending(error)) onBooked()
      else if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  const amount = (name: 'amountCents' | 'kesCents' | 'chargeKesCents', label: string) => (
    <NumberInput
      label={label}
      currency={name === 'amountCents' ? 'USD' : 'KES'}
      decimalScale={2}
      {...form.getInputProps(name)}
    />
  )
  const send = ({ reference, day, ...amounts }: Values) =>
    book.mutate({
      partnerId,
      reference,
      day,
      amountCents: toCents(amounts.amountCents),
      kesCents: toCents(amounts.kesCents),
      chargeKesCents: toCents(amounts.chargeKesCents || 0),
    })
  return (
    <form noValidate onSubmit={form.onSubmit(send, focusFirstError(form))}>
      <fieldset className={list.group}>
        <legend>{t('receivables.book')}</legend>
        <Text c="dimmed" mb="sm">
          {t('receivables.bookText')}
        </Text>
        <div className={classes.fields}>
          <TextInput label={t('receivables.reference')} maxLength={60} {...form.getInputProps('reference')} />
          <TextInput label={t('receivables.day')} type="date" {...form.getInputProps('day')} />
          {amount('amountCents', t('receivables.amount'))}
          {amount('kesCents', t('receivables.kes'))}
          {amount('chargeKesCents', t('receivables.charge'))}
        </div>
        <Button mt="sm" type="submit" loading={book.isPending}>
          {t('receivables.book')}
        </Button>
      </fieldset>
    </form>
  )
}
