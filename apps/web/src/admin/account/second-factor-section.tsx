import type { SecondFactorProof, SignedInStaffMember, StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { CodeField, RecoveryCodes, SecondFactorSteps } from '../../auth/second-factor/second-factor-steps.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Dialog, DialogButtons } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'

export function SecondFactorSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const utils = trpc.useUtils()
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = staff.isTotpOn

  const turnedOn = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes)
    showToast({ kind: 'success', title: t('factor.onTitle'), message: t('factor.onText') })
  }
  // Not before: nothing may move while the codes are on screen.
  const kept = async () => {
    await utils.admin.getStaffMember.invalidate()
    setCodes(null)
  }
  return (
    <Section title={t('factor.title')} text={t(isOn || codes ? 'factor.onText' : 'factor.why')}>
      <StatusBadge tone={isOn || codes ? 'good' : 'wait'} Icon={isOn || codes ? IconCheck : IconShieldOff}>
        {t(isOn || codes ? 'factor.on' : 'factor.off')}
      </StatusBadge>
      {codes && <RecoveryCodes codes={codes} onKept={() => void kept()} />}
      {!codes && isOn && <SecondFactorOn onRenewed={setCodes} />}
      {!codes && !isOn && <SetUpSecondFactor username={staff.username} onTurnedOn={turnedOn} />}
    </Section>
  )
}

/** Changing the second factor needs both: the password and a code. */
function SecondFactorOn({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const t = useT()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => setAsked('remove')}>
          {t('word.remove')}
        </Button>
      </Group>
      <Dialog title={t('factor.renew')} opened={asked === 'renew'} onClose={close}>
        <RenewCodes onRenewed={onRenewed} onClose={close} />
      </Dialog>
      <Dialog title={t('factor.removeTitle')} opened={asked === 'remove'} onClose={close}>
        <RemoveSecondFactor onClose={close} />
      </Dialog>
    </>
  )
}

type RenewProps = { onRenewed: (recoveryCodes: string[]) => void; onClose: () => void }

function RenewCodes({ onRenewed, onClose }: RenewProps) {
  const t = useT()
  const form = useProof()
  const renew = useAction(trpc.admin.renewRecoveryCodes, {
    form,
    passwordField: 'password',
    onDone: ({ recoveryCodes }) => {
      onClose()
      onRenewed(recoveryCodes)
    },
    done: { title: t('factor.renew'), message: t('factor.renewed') },
  })
  return (
    <ProofForm
      form={form}
      text={t('factor.renewText')}
      action={t('factor.renew')}
      isPending={renew.isPending}
      onSend={renew.run}
      onCancel={onClose}
    />
  )
}

function RemoveSecondFactor({ onClose }: { onClose: () => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useProof()
  const remove = useAction(trpc.admin.removeSecondFactor, {
    form,
    passwordField: 'password',
    onDone: onClose,
    done: ({ message }) => ({ title: t('factor.removed'), message }),
    refresh: [utils.admin.getStaffMember],
  })
  return (
    <ProofForm
      form={form}
      text={t('factor.removeText')}
      action={t('word.remove')}
      isDanger
      isPending={remove.isPending}
      onSend={remove.run}
      onCancel={onClose}
    />
  )
}

function useProof() {
  const t = useT()
  return useForm<SecondFactorProof>({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : t('staff.required')),
      code: (code) => (code.trim() ? null : t('staff.required')),
    },
  })
}

type ProofFormProps = {
  form: UseFormReturnType<SecondFactorProof>
  text: string
  action: string
  isDanger?: boolean
  isPending: boolean
  onSend: (proof: SecondFactorProof) => void
  onCancel: () => void
}

/** Asks for password and code again, and says what for. */
function ProofForm({ form, text, action, isDanger = false, isPending, onSend, onCancel }: ProofFormProps) {
  const t = useT()
  return (
    <form onSubmit={form.onSubmit((proof) => onSend(proof), focusFirstError(form))} noValidate>
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('word.yourPasswordAgain')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <DialogButtons {...{ action, isDanger, isPending, onCancel }} />
      </Stack>
    </form>
  )
}

type SetUpSecondFactorProps = { username: string; onTurnedOn: (recoveryCodes: string[]) => void }

/** Three steps: password, QR code, and a code that proves the app has the secret. */
function SetUpSecondFactor({ username, onTurnedOn }: SetUpSecondFactorProps) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const [started, setStarted] = useState<StartedSecondFactor | null>(null)
  const stop = () => {
    setStarted(null)
    setWanted(false)
  }
  if (started) return <ConfirmSecondFactor started={started} onTurnedOn={onTurnedOn} onStop={stop} />
  if (isWanted) return <StartForm username={username} onStarted={setStarted} onStop={stop} />
  return <Button onClick={() => setWanted(true)}>{t('factor.start')}</Button>
}

type StartProps = {
  username: string
  onStarted: (started: StartedSecondFactor) => void
  onStop: () => void
}

function StartForm({ username, onStarted, onStop }: StartProps) {
  const t = useT()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('staff.required')) },
  })
  const start = useAction(trpc.admin.startSecondFactor, {
    form,
    passwordField: 'password',
    onDone: onStarted,
  })
  return (
    <form onSubmit={form.onSubmit((values) => start.run(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('word.yourPasswordAgain')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" disabled={start.isPending}>
            {t(start.isPending ? 'factor.starting' : 'factor.start')}
          </Button>
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ConfirmSecondFactorProps = {
  started: StartedSecondFactor
  onTurnedOn: (recoveryCodes: string[]) => void
  onStop: () => void
}

/** The last step of staff and of members with staff rights. */
function ConfirmSecondFactor({ started, onTurnedOn, onStop }: ConfirmSecondFactorProps) {
  const t = useT()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : t('staff.required')) },
  })
  const confirm = useAction(trpc.admin.confirmSecondFactor, {
    form,
    passwordField: 'code',
    onDone: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
  })
  return (
    <SecondFactorSteps
      {...{ started, form, onStop }}
      isPending={confirm.isPending}
      onSend={(values) => confirm.run(values)}
    />
  )
}
