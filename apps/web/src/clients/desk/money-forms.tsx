import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../../admin/show-pending.ts'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { toCents } from '../../receivables/usd.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from '../clients.module.css'
import { useRefreshClients } from './use-refresh-clients.ts'

type Values = { reference: string; day: string; cents: number | string; reason: string }
const EMPTY: Values = { reference: '', day: '', cents: '', reason: '' }

/** Books a client's prepayment, and money that went back. */
export function MoneyForms({ clientId }: { clientId: string }) {
  const t = useT()
  const receipt = useMoneyForm()
  const refund = useMoneyForm()
  const book = trpc.admin.bookClientReceipt.useMutation(receipt.handlers)
  const giveBack = trpc.admin.returnClientMoney.useMutation(refund.handlers)
  const toMoney = ({ reference, day, cents }: Values) => ({ clientId, reference, day, cents: toCents(cents) })
  return (
    <>
      <Section title={t('clients.book')} text={t('clients.bookText')}>
        <form onSubmit={receipt.form.onSubmit((values) => book.mutate(toMoney(values)))} noValidate>
          <MoneyFields form={receipt.form} />
          <Button mt="sm" type="submit" loading={book.isPending}>
            {t('clients.book')}
          </Button>
        </form>
      </Section>
      <Section title={t('clients.giveBack')} text={t('clients.giveBackText')}>
        <form
          onSubmit={refund.form.onSubmit((values) =>
            giveBack.mutate({ ...toMoney(values), reason: values.reason }),
          )}
          noValidate
        >
          <MoneyFields form={refund.form} />
          <TextInput
            mt="sm"
            label={t('clients.reason')}
            maxLength={500}
            {...refund.form.getInputProps('reason')}
          />
          <Button mt="sm" type="submit" variant="default" loading={giveBack.isPending}>
            {t('clients.giveBack')}
          </Button>
        </form>
      </Section>
    </>
  )
}

function useMoneyForm() {
  const t = useT()
  const refresh = useRefreshClients()
  const showFailure = useShowFailure()
  const form = useForm<Values>({ initialValues: EMPTY })
  const handlers = {
    onSuccess: () => {
      form.reset()
      showToast({ kind: 'success', title: t('clients.booked') })
      return refresh()
    },
    onError: (error: unknown) => {
      if (showPending(error)) form.reset()
      else if (!showFieldErrors(form, error)) showFailure(error)
    },
  }
  return { form, handlers }
}

function MoneyFields({ form }: { form: ReturnType<typeof useMoneyForm>['form'] }) {
  const t = useT()
  return (
    <div className={classes.fields}>
      <TextInput label={t('clients.reference')} maxLength={60} {...form.getInputProps('reference')} />
      <TextInput label={t('clients.day')} type="date" {...form.getInputProps('day')} />
      <NumberInput
        label={t('clients.amount')}
        currency="KES"
        decimalScale={2}
        {...form.getInputProps('cents')}
      />
    </div>
  )
}
