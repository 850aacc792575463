import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SecondFactorSteps } from '../../../admin/account/second-factor-steps.tsx'
import { PasswordField } from '../../../auth/passwords/password-field.tsx'
import { useT } from '../../../i18n/use-t.ts'
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

function Confirm({ started, onTurnedOn, onStop }: ConfirmProps) {
  const form = useForm({ initialValues: { code: '' } })
  const confirm = useMutation({
    mutationFn: (input: { code: string }) => clientApi.clients.confirmSecondFactor.mutate(input),
    onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
    onError: useShowRefusal(form),
  })
  return (
    <SecondFactorSteps
      {...{ started, form, onStop }}
      isPending={confirm.isPending}
      onSend={(values) => confirm.mutate(values)}
    />
  )
}
