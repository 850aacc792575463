import type { ChangePasswordInput, MemberSession } from '@chuma/contract/account/account'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/auth/auth-rules'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  MemberRemoval,
  type PasskeyCalls,
  PasskeysSection,
  type RemovalProps,
  useMemberPasskeys,
} from '../../auth/passkeys/passkeys-section.tsx'
import { PasswordField, PasswordStrength } from '../../auth/passwords/password-field.tsx'
import { RecoveryCodes } from '../../auth/second-factor/second-factor-steps.tsx'
import { saveAdminSession, useAdminToken } from '../../auth/session.ts'
import { SessionItems } from '../../auth/sessions/sessions-section.tsx'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { mustSetUpFirst } from '../../ui/frame/access.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import { MessageState, Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { EmailForm } from '../staff/people-forms.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

/** The signed-in staff member's own account. */
export function AccountPage() {
  const t = useT()
  const isStaffAccount = useAdminToken() !== null
  return (
    <AdminFrame title={t('staffAccount.title')} isAccountPage>
      {(staff) => (isStaffAccount ? <StaffAccount staff={staff} /> : <MemberAccount staff={staff} />)}
    </AdminFrame>
  )
}

function StaffAccount({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const { isSecondFactorMissing, passwordExpiresAt } = staff
  // Until then the server answers no other call.
  const isReady = !mustSetUpFirst(staff)
  return (
    <>
      {isSecondFactorMissing && <Notice title={t('factor.neededTitle')}>{t('factor.needed')}</Notice>}
      {passwordExpiresAt && (
        <Notice title={t('staff.temporaryTitle')}>
          {t('staff.temporary', { day: formatDay(passwordExpiresAt) })}
        </Notice>
      )}
      {!passwordExpiresAt && isSecondFactorMissing && <SecondFactorSection staff={staff} />}
      <PasswordSection staff={staff} />
      {(passwordExpiresAt || !isSecondFactorMissing) && <SecondFactorSection staff={staff} />}
      {!passwordExpiresAt && <StaffPasskeys username={staff.username} />}
      {isReady && <EmailSection staff={staff} />}
      {isReady && <SessionsSection />}
    </>
  )
}

/** A member whom an owner made admin has no separate staff account, but a second factor of their own for the staff side. */
function MemberAccount({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  return (
    <>
      {staff.isSecondFactorMissing && <Notice title={t('factor.neededTitle')}>{t('factor.needed')}</Notice>}
      <SecondFactorSection staff={staff} />
      <AdminMemberPasskeys username={staff.username} />
      <MessageState
        icon={<IconUser />}
        title={t('staffAccount.memberTitle')}
        text={t('staffAccount.member')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/settings" {...props} />}>
            {t('staffAccount.memberAction')}
          </Button>
        }
      />
    </>
  )
}

/** The mailbox of the signed-in staff account. */
function EmailSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const { role, email } = staff
  return (
    <Section title={t('word.yourEmailAddress')} text={t('staffEmail.text')}>
      {role === 'owner' && email === null && (
        <Notice title={t('staffEmail.missing')}>{t('staffEmail.missingOwn')}</Notice>
      )}
      <EmailForm key={email} email={email} />
    </Section>
  )
}

/** The sessions of this account. */
function SessionsSection() {
  const t = useT()
  const sessions = trpc.admin.listSessions.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Section title={t('sessions.title')} text={t('staffSessions.text')}>
      <QueryView query={sessions} skeleton={<Skeletons count={2} height={76} />}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: MemberSession[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { subject, isOpen, ask, close } = useAsked<MemberSession>()
  const end = useAction(trpc.admin.endSession, {
    done: ({ message }) => ({ title: t('sessions.endedTitle'), message }),
    onOver: close,
    onEnd: [utils.admin.listSessions],
  })
  return (
    <>
      <SessionItems sessions={sessions} onEnd={ask} />
      {subject && (
        <ConfirmDialog
          title={t('sessions.endTitle')}
          text={t('sessions.endText', { device: subject.device })}
          action={t('sessions.end')}
          opened={isOpen}
          isPending={end.isPending}
          onConfirm={() => end.run({ id: subject.id })}
          onClose={close}
        />
      )}
    </>
  )
}

const EMPTY: ChangePasswordInput = { currentPassword: '', newPassword: '', confirmPassword: '' }
const { alone, withSecondFactor } = STAFF_PASSWORD_LENGTH

function PasswordSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const least = staff.isSecondFactorOn ? withSecondFactor : alone
  const form = useForm<ChangePasswordInput>({
    initialValues: EMPTY,
    validate: {
      currentPassword: (password) => (password ? null : t('staff.required')),
      newPassword: (password) =>
        password.length < least ? t('staffPassword.short', { count: least }) : null,
      confirmPassword: (repeated, { newPassword }) =>
        repeated === newPassword ? null : t('signup.mismatch'),
    },
  })
  const change = useAction(trpc.admin.changePassword, {
    form,
    passwordField: 'currentPassword',
    onDone: saveAdminSession,
    done: { title: t('password.changedTitle'), message: t('password.changed') },
  })
  return (
    <Section title={t('word.password')} text={t('staffPassword.text')}>
      <form
        onSubmit={form.onSubmit(
          (values) => change.run({ ...values, rememberDevice: true }),
          focusFirstError(form),
        )}
        noValidate
      >
        <Stack maw="28rem">
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={staff.username} readOnly hidden />
          <PasswordField
            label={t('password.current')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label={t('password.new')}
            description={
              staff.isSecondFactorOn
                ? t('signup.passwordHint', { count: withSecondFactor })
                : t('staffPassword.hintAlone', { count: alone, fewer: withSecondFactor })
            }
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordStrength password={form.values.newPassword} about={[staff.username]} />
          <PasswordField
            label={t('password.repeat')}
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div>
            <Button type="submit" disabled={change.isPending}>
              {t('password.submit')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

type Props = { username: string }

/** The passkeys of a staff account. */
function StaffPasskeys({ username }: Props) {
  const t = useT()
  const calls = useStaffPasskeys()
  return (
    <PasskeysSection
      calls={calls}
      text={t('passkey.why')}
      username={username}
      Removal={StaffRemoval}
      Codes={RecoveryCodes}
    />
  )
}

/** The passkeys of a member with an admin role: their second factor here, and a log-in to their wallet. */
function AdminMemberPasskeys({ username }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const calls = useMemberPasskeys(undefined, () => utils.admin.getStaffMember.invalidate())
  return (
    <PasskeysSection
      calls={calls}
      text={t('passkey.why')}
      username={username}
      Removal={MemberRemoval}
      Codes={RecoveryCodes}
    />
  )
}

function useStaffPasskeys(): PasskeyCalls {
  const utils = trpc.useUtils()
  const list = trpc.admin.listPasskeys.useQuery(undefined, { staleTime: 0 })
  const { mutateAsync: start } = trpc.admin.startPasskey.useMutation()
  const { mutateAsync: confirm } = trpc.admin.confirmPasskey.useMutation()
  const refresh = async () => {
    await Promise.all([utils.admin.listPasskeys.invalidate(), utils.admin.getStaffMember.invalidate()])
  }
  return { residentKey: 'preferred', list, start, confirm, refresh }
}

/** Staff prove who they are instead of repeating the password. */
function StaffRemoval({ passkey: { id, name }, isOpen, calls, onClose }: RemovalProps) {
  const t = useT()
  const remove = useAction(trpc.admin.removePasskey, {
    done: { title: t('passkey.removedTitle'), message: t('passkey.removed', { name }) },
    onOver: onClose,
    onEnd: calls.refresh,
  })
  return (
    <ConfirmDialog
      title={t('passkey.removeTitle')}
      text={t('passkey.removeText', { name })}
      action={t('word.remove')}
      opened={isOpen}
      isPending={remove.isPending}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}
