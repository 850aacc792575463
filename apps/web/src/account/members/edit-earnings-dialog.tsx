import type { AdminUser } from '@chuma/contract/account/members'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { type EarningsForm, useEditEarnings } from './use-edit-earnings.ts'
import classes from './users.module.css'

type Props = { user: AdminUser; onClose: () => void }

/**
 * SPEC §5: a decimal total, whole points, and a reason. What staff typed stays if the balance has changed in the
 * meantime.
 */
export function EditEarningsDialog({ user, onClose }: Props) {
  const t = useT()
  const form = useForm<EarningsForm>({
    initialValues: { totalEarnings: user.totalEarnings, points: user.points, reason: '' },
    validate: {
      totalEarnings: (total) => (typeof total === 'number' ? null : t('members.numberMissing')),
      points: (points) => (Number.isInteger(points) ? null : t('members.wholeMissing')),
      reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')),
    },
  })
  const { save, isPending, now, from } = useEditEarnings(user, form, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('members.editTitle', { name: `${user.firstName} ${user.lastName}` })}
    >
      <form onSubmit={form.onSubmit(save, focusFirstError(form))} noValidate>
        <Stack>
          <Text c="dimmed">{t('members.editText')}</Text>
          {now && (
            <div role="alert" className={classes.meanwhile}>
              <Text fw={600}>{t('members.meanwhile')}</Text>
              <Text size="sm">{t('members.meanwhileNow', from)}</Text>
            </div>
          )}
          <NumberInput
            label={t('members.totalEarnings')}
            currency="KES"
            decimalScale={2}
            thousandSeparator=" "
            inputMode="decimal"
            {...form.getInputProps('totalEarnings')}
          />
          <NumberInput
            label={t('members.points')}
            allowDecimal={false}
            thousandSeparator=" "
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('points')}
          />
          <Textarea
            label={t('admin.reason')}
            description={t('members.reasonHint')}
            maxLength={500}
            rows={3}
            {...form.getInputProps('reason')}
          />
          <DialogButtons action={t('members.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
