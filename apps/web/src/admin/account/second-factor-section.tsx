import type { SecondFactorProof, SignedInStaffMember, StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { useShowRefusal } from '../step-up/step-up-form.tsx'
import { CodeField, RecoveryCodes, SecondFactorSteps } from './second-factor-steps.tsx'

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
      <StatusBadge
        tone={isOn || codes ? 'good' : 'wait'}
        icon={isOn || codes ? <IconCheck size={16} /> : <IconShieldOff size={16} />}
      >
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
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const renew = trpc.admin.renewRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      close()
      onRenewed(recoveryCodes)
      showToast({ kind: 'success', title: t('factor.renew'), message: t('factor.renewed') })
    },
  })
  const remove = trpc.admin.removeSecondFactor.useMutation({
    onSuccess: ({ message }) => {
      close()
      showToast({ kind: 'success', title: t('factor.removed'), message })
      return utils.admin.getStaffMember.invalidate()
    },
  })
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => setAsked('remove')}>
          {t('factor.remove')}
        </Button>
      </Group>
      <Dialog title={t('factor.renew')} opened={asked === 'renew'} onClose={close}>
        <ProofForm
          text={t('factor.renewText')}
          action={t('factor.renew')}
          mutation={renew}
          onCancel={close}
        />
      </Dialog>
      <Dialog title={t('factor.removeTitle')} opened={asked === 'remove'} onClose={close}>
        <ProofForm
          text={t('factor.removeText')}
          action={t('factor.remove')}
          isDanger
          mutation={remove}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}

type Mutation = {
  isPending: boolean
  mutate: (proof: SecondFactorProof, options: { onError: (error: unknown) => void }) => void
}
type ProofFormProps = {
  text: string
  action: string
  isDanger?: boolean
  mutation: Mutation
  onCancel: () => void
}

/** Asks for password and code again, and says what for. */
function ProofForm({ text, action, isDanger = false, mutation, onCancel }: ProofFormProps) {
  const t = useT()
  const required = (entered: string) => (entered.trim() ? null : t('staff.required'))
  const form = useForm<SecondFactorProof>({
    initialValues: { password: '', code: '' },
    validate: { password: (password) => (password ? null : t('staff.required')), code: required },
  })
  const onError = useShowRefusal(form, 'password')
  return (
    <form
      onSubmit={form.onSubmit((proof) => mutation.mutate(proof, { onError }), focusFirstError(form))}
      noValidate
    >
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('staff.passwordAgain')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField {...form.getInputProps('code')} />
        <DialogButtons {...{ action, isDanger, onCancel }} isPending={mutation.isPending} />
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
  const onError = useShowRefusal(form, 'password')
  const start = trpc.admin.startSecondFactor.useMutation({ onSuccess: onStarted, onError })
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('staff.passwordAgain')}
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
  const confirm = trpc.admin.confirmSecondFactor.useMutation({
    onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
    onError: useShowRefusal(form, 'code'),
  })
  return (
    <SecondFactorSteps
      {...{ started, form, onStop }}
      isPending={confirm.isPending}
      onSend={(values) => confirm.mutate(values)}
    />
  )
}
