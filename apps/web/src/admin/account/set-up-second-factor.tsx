import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { PasswordField } from '../../auth/passwords/password-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { ConfirmSecondFactor } from './confirm-second-factor.tsx'

type Props = { username: string; onTurnedOn: (recoveryCodes: string[]) => void }

/** Three steps: password, QR code, and a code that proves the app has the secret. */
export function SetUpSecondFactor({ username, onTurnedOn }: Props) {
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
