import { TAX_EARNINGS, TAX_RESIDENCES, type TaxEarnings, type TaxResidence } from '@chuma/contract/books/tax'
import { Checkbox, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showPending } from '../../admin/show-pending.ts'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { DayField } from '../../ui/forms/day-field.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

type Props = { opened: boolean; onClose: () => void }
type Values = {
  earnings: TaxEarnings[]
  residence: TaxResidence
  percent: number | string
  validFrom: string
  reason: string
}

const FIRST: Values = {
  earnings: [...TAX_EARNINGS],
  residence: 'resident',
  percent: 5,
  validFrom: '',
  reason: '',
}

/** Ask a second person for a rate from a later day on. */
export function ClassDialog({ opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const form = useForm<Values>({ initialValues: FIRST })
  const add = trpc.admin.addTaxClasses.useMutation({
    onSuccess: onClose,
    onError: (error) => {
      if (showPending(error)) return onClose()
      if (!showFieldErrors(form, error)) showFailure(error)
    },
    onSettled: () => utils.admin.getTaxReport.invalidate(),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staffTax.addClass')}>
      <form
        onSubmit={form.onSubmit((values) => add.mutate({ ...values, percent: Number(values.percent) }))}
        noValidate
      >
        <Stack>
          <Text c="dimmed">{t('staffTax.addText')}</Text>
          <Checkbox.Group label={t('staffTax.earnings')} {...form.getInputProps('earnings')}>
            <Stack gap="xs" mt="xs">
              {TAX_EARNINGS.map((each) => (
                <Checkbox key={each} value={each} label={t(`taxEarnings.${each}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label={t('tax.residence')}
            data={TAX_RESIDENCES.map((value) => ({ value, label: t(`taxResidence.${value}`) }))}
            {...form.getInputProps('residence')}
          />
          <NumberInput label={t('staffTax.percent')} decimalScale={2} {...form.getInputProps('percent')} />
          <DayField label={t('staffTax.validFrom')} {...form.getInputProps('validFrom')} />
          <Textarea label={t('staffTax.reason')} maxLength={500} rows={3} {...form.getInputProps('reason')} />
          <DialogButtons action={t('correct.send')} isPending={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
