import type { ReportDifference, SettleDifferenceInput } from '@chuma/contract/receivables/reports'
import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useRefreshReceivables } from '../use-refresh-receivables.ts'

type Props = { row: ReportDifference; opened: boolean; onClose: () => void }
type Values = Pick<SettleDifferenceInput, 'decision' | 'note'>

/** Staff say what they do about a difference. */
export function SettleDialog({ row, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshReceivables()
  const showFailure = useShowFailure()
  const decisions =
    row.state === 'open' ? (['ask', 'explain', 'accept'] as const) : (['explain', 'accept'] as const)
  const form = useForm<Values>({
    initialValues: { decision: decisions[0], note: '' },
    validate: { note: (note) => (note.trim() ? null : t('report.noteMissing')) },
  })
  const settle = trpc.admin.settleReportDifference.useMutation({
    onSuccess: () => {
      showToast({ kind: 'success', title: t('report.settledToast'), message: '' })
      onClose()
    },
    onError: (error) => {
      showFailure(error)
      // Someone else settled it first: this list is out of date.
      onClose()
    },
    onSettled: () => refresh(),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('report.settleTitle')}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => settle.mutate({ id: row.id, ...values }), focusFirstError(form))}
      >
        <Stack>
          <Text c="dimmed">{t('report.settleText')}</Text>
          <NativeSelect
            label={t('report.decision')}
            data={decisions.map((value) => ({ value, label: t(`reportDecision.${value}`) }))}
            data-autofocus
            {...form.getInputProps('decision')}
          />
          <Textarea
            label={t('report.note')}
            maxLength={1000}
            autosize
            minRows={2}
            {...form.getInputProps('note')}
          />
          <DialogButtons action={t('report.settle')} isPending={settle.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
