import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { StepTitle } from '../../ui/dialogs/step-title.tsx'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { AppCodeField } from './code-field.tsx'
import classes from './confirm-second-factor.module.css'
import { QrCode } from './qr-code.tsx'

type Props = {
  started: StartedSecondFactor
  onTurnedOn: (recoveryCodes: string[]) => void
  onStop: () => void
}

/** Shows the secret as a QR code and as text, and asks for a code that proves the app has it. */
export function ConfirmSecondFactor({ started, onTurnedOn, onStop }: Props) {
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
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values), focusFirstError(form))} noValidate>
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
            <Button type="submit" disabled={confirm.isPending}>
              {t(confirm.isPending ? 'factor.confirming' : 'factor.confirm')}
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
