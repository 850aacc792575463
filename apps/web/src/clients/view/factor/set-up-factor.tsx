import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AppCodeField } from '../../../admin/account/code-field.tsx'
import classes from '../../../admin/account/confirm-second-factor.module.css'
import { QrCode } from '../../../admin/account/qr-code.tsx'
import { PasswordField } from '../../../auth/passwords/password-field.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { StepTitle } from '../../../ui/dialogs/step-title.tsx'
import { clientApi } from '../../client-api.ts'
import { useShowRefusal } from './use-show-refusal.ts'

type Props = { email: string; onTurnedOn: (recoveryCodes: string[]) => void }

/** Three steps: password, QR code, and a code that proves the app has the secret. */
export function SetUpFactor({ email, onTurnedOn }: Props) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const [started, setStarted] = useState<StartedSecondFactor | null>(null)
  const stop = () => {
    setStarted(null)
    setWanted(false)
  }
  if (started) return <Confirm started={started} onTurnedOn={onTurnedOn} onStop={stop} />
  if (isWanted) return <Start email={email} onStarted={setStarted} onStop={stop} />
  return (
    <div>
      <Button onClick={() => setWanted(true)}>{t('factor.start')}</Button>
    </div>
  )
}

type StartProps = { email: string; onStarted: (started: StartedSecondFactor) => void; onStop: () => void }

function Start({ email, onStarted, onStop }: StartProps) {
  const t = useT()
  const form = useForm({ initialValues: { password: '' } })
  const start = useMutation({
    mutationFn: (input: { password: string }) => clientApi.clients.startSecondFactor.mutate(input),
    onSuccess: onStarted,
    onError: useShowRefusal(form),
  })
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('client.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={start.isPending}>
            {t('factor.start')}
          </Button>
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ConfirmProps = {
  started: StartedSecondFactor
  onTurnedOn: (recoveryCodes: string[]) => void
  onStop: () => void
}

/** Shows the secret as a QR code and as text, and asks for a code that proves the app has it. */
function Confirm({ started, onTurnedOn, onStop }: ConfirmProps) {
  const t = useT()
  const form = useForm({ initialValues: { code: '' } })
  const confirm = useMutation({
    mutationFn: (input: { code: string }) => clientApi.clients.confirmSecondFactor.mutate(input),
    onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
    onError: useShowRefusal(form),
  })
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <div className={classes.steps}>
        <QrCode text={started.otpauthUri} label={t('factor.qr')} />
        <Stack gap="sm" className={classes.words ?? ''}>
          <div>
            <StepTitle>{t('factor.scanTitle')}</StepTitle>
            <Text c="dimmed">{t('factor.scan')}</Text>
          </div>
          <div>
            <Text>{t('factor.secret')}</Text>
            <div className={classes.secret}>
              <code>{started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={started.secret} />
            </div>
            <Anchor href={started.otpauthUri} className={classes.open ?? ''}>
              {t('factor.open')}
            </Anchor>
          </div>
          <AppCodeField {...form.getInputProps('code')} />
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              {t('factor.confirm')}
            </Button>
            <Button variant="default" onClick={onStop}>
              {t('dialog.cancel')}
            </Button>
          </Group>
        </Stack>
      </div>
    </form>
  )
}
