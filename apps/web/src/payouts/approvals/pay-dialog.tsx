import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes, formatUsd } from '@chuma/contract/format-money'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import type { PayoutDetails } from '../use-payout-details.ts'
import { isInDoubt } from './is-in-doubt.ts'
import classes from './pay-dialog.module.css'
import { useDecideWithdrawal } from './use-decide-withdrawal.ts'

type Props = { withdrawal: AdminWithdrawal; details: PayoutDetails; opened: boolean; onClose: () => void }

/** For a manual payout. Staff have to type the full number, and ask for it here. */
export function PayDialog({ withdrawal, details, opened, onClose }: Props) {
  const t = useT()
  const isRestored = withdrawal.holds.some(({ reason }) => reason === 'restored')
  // Nobody can pay it now, so a receipt shows that it was paid before.
  const isUnreadable = withdrawal.holds.some(({ reason }) => reason === 'account-unreadable')
  const needsReceipt = isInDoubt(withdrawal) || withdrawal.payoutState === 'queued'
  const form = useForm({
    initialValues: { reference: '' },
    validate: {
      reference: (reference) =>
        (needsReceipt || isUnreadable) && !reference.trim() ? t('admin.receiptMissing') : null,
    },
  })
  const { decide, isPending } = useDecideWithdrawal(onClose, (problem) =>
    form.setFieldError('reference', problem),
  )
  const submit = ({ reference }: { reference: string }) => {
    const adminNotes = reference.trim() || t('admin.referenceDefault')
    decide({ id: withdrawal.id, status: 'paid', adminNotes })
  }
  const { amountUsd } = withdrawal
  return (
    <Dialog opened={opened} onClose={onClose} title={t('admin.payTitle')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          {isRestored && <Notice title={t('staffHold.restored')}>{t('admin.payRestored')}</Notice>}
          <Text c="dimmed">
            {t(isUnreadable ? 'admin.payUnreadable' : needsReceipt ? 'admin.payInDoubt' : 'admin.payText')}
          </Text>
          <dl className={classes.details}>
            <dt>{t('admin.payAmount')}</dt>
            <dd>
              {[formatKes(withdrawal.payoutKes), amountUsd !== null && formatUsd(amountUsd)]
                .filter(Boolean)
                .join(' · ')}
            </dd>
            <dt>{t('admin.payTo')}</dt>
            <dd>
              {details.text}
              {details.show && (
                <div>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={details.isPending}
                    onClick={details.show}
                  >
                    {t('payoutDetails.show')}
                  </Button>
                </div>
              )}
            </dd>
          </dl>
          <TextInput
            label={t(needsReceipt ? 'admin.receiptLabel' : 'admin.reference')}
            description={t(needsReceipt ? 'admin.receiptHint' : 'admin.referenceHint')}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('reference')}
          />
          <DialogButtons action={t('admin.markPaid')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
