import type { AdminUser } from '@chuma/contract/account/members'
import { Text, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import {
  type Icon,
  IconBan,
  IconCrown,
  IconMailCheck,
  IconMailOff,
  IconPlayerPause,
  IconShield,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useRefreshMembers } from '../../payouts/data.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import classes from './users.module.css'

/**
 * SPEC §5: a decimal total, whole points, and a reason. What staff typed stays if the balance has changed in the
 * meantime.
 */
export function EditEarningsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
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
    <FormDialog
      onClose={onClose}
      title={t('members.editTitle', { name: `${user.firstName} ${user.lastName}` })}
      action={t('members.save')}
      isPending={isPending}
      form={form}
      onSend={save}
    >
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
        label={t('word.reason')}
        description={t('members.reasonHint')}
        maxLength={500}
        rows={3}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

type EarningsForm = { totalEarnings: number | string; points: number | string; reason: string }
type Numbers = { totalEarnings: number; points: number }

/**
 * Save the edited earnings, based on the numbers that filled the form. If those have changed, nothing is saved: `now`
 * holds the current numbers for the reader, `from` those that the next attempt is based on.
 */
function useEditEarnings(user: AdminUser, form: UseFormReturnType<EarningsForm>, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshMembers()
  const [from, setFrom] = useState<Numbers>({ totalEarnings: user.totalEarnings, points: user.points })
  const [now, setNow] = useState(false)
  const isStale = (error: unknown) => codeOf(error) === 'MEMBER_STATE'
  const showCurrent = async () => {
    const { totalEarnings, points } = await utils.admin.getMember.fetch(
      { memberId: user.id },
      { staleTime: 0 },
    )
    setFrom({ totalEarnings, points })
    setNow(true)
  }
  const edit = useAction(trpc.admin.editEarnings, {
    onAccepted: onDone,
    done: t('members.edited'),
    onFailed: (error) => {
      if (!isStale(error)) showFieldErrors(form, error)
    },
    failure: { title: t('members.editFailed'), offline: t('state.failedText') },
    onEnd: async (error) => {
      if (isStale(error)) await showCurrent()
      refresh()
    },
  })
  const save = ({ totalEarnings, points, reason }: EarningsForm) =>
    edit.run({
      memberId: user.id,
      totalEarnings: Number(totalEarnings),
      points: Number(points),
      reason,
      from,
    })
  return { save, isPending: edit.isPending, now, from }
}

export type WithStanding = Pick<
  AdminUser,
  'isEmailVerified' | 'isPremium' | 'isAdmin' | 'isSuspended' | 'isPaused'
>
type Name = `members.${'verified' | 'unverified' | 'premium' | 'admin' | 'suspended'}` | 'pausing.paused'
type Standing = { Picture: Icon; tone: 'good' | 'wait' | 'bad' | 'quiet'; name: Name }

/** What staff know a member by: a picture, a tone and a name for each part of their standing. */
export function listStanding(user: WithStanding): Standing[] {
  const { isEmailVerified, isPremium, isAdmin, isSuspended, isPaused } = user
  const standing: (Standing | false)[] = [
    isEmailVerified
      ? { Picture: IconMailCheck, tone: 'good', name: 'members.verified' }
      : { Picture: IconMailOff, tone: 'wait', name: 'members.unverified' },
    isPremium && { Picture: IconCrown, tone: 'wait', name: 'members.premium' },
    isAdmin && { Picture: IconShield, tone: 'quiet', name: 'members.admin' },
    isSuspended && { Picture: IconBan, tone: 'bad', name: 'members.suspended' },
    isPaused && { Picture: IconPlayerPause, tone: 'bad', name: 'pausing.paused' },
  ]
  return standing.filter((part) => part !== false)
}
