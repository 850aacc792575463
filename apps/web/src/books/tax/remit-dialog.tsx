import type { TaxPeriod } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

type Props = { period: TaxPeriod; opened: boolean; onClose: () => void }

/** Record that a filed month's tax was paid. */
export function RemitDialog({ period: { month, dueKes }, opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const form = useForm({ initialValues: { reference: '', paidOn: '' } })
  const remit = trpc.admin.recordTaxRemittance.useMutation({
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
    onSettled: () => utils.admin.getTaxReport.invalidate(),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staffTax.recordPayment')}>
      <form
        onSubmit={form.onSubmit((values) => remit.mutate({ month, amountKes: dueKes, ...values }))}
        noValidate
      >
        <Stack>
          <Text c="dimmed">
            {t('staffTax.recordText', { month: formatMonth(month), amount: formatKes(dueKes) })}
          </Text>
          <TextInput
            label={t('staffTax.reference')}
            description={t('staffTax.referenceHint')}
            data-autofocus
            maxLength={35}
            {...form.getInputProps('reference')}
          />
          <DayField label={t('staffTax.paidOn')} {...form.getInputProps('paidOn')} />
          <DialogButtons action={t('staffTax.record')} isPending={remit.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
