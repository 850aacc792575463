import { DELETION_GRACE_DAYS } from '@chuma/contract/account/deletion-grace'
import { Button, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { PasswordField } from '../auth/passwords/password-field.tsx'
import { showWrongPassword } from '../auth/passwords/show-wrong-password.ts'
import { forgetMember } from '../auth/session.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../trpc.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { Section } from '../ui/page/section.tsx'
import { DeletionFacts } from './deletion-facts.tsx'

export function DeletionSection() {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Section title={t('deletion.title')} text={t('deletion.text', { days: DELETION_GRACE_DAYS })}>
      <Button color="red" variant="outline" onClick={dialog.open}>
        {t('deletion.open')}
      </Button>
      <DeletionDialog opened={isOpen} onClose={dialog.close} />
    </Section>
  )
}

type Props = { opened: boolean; onClose: () => void }

function DeletionDialog({ opened, onClose }: Props) {
  const t = useT()
  const form = useForm<DeletionForm>({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('password.required')) },
  })
  const { send, isPending } = useDeleteAccount(form)
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('deletion.dialogTitle')}>
      <form onSubmit={form.onSubmit(send, () => form.getInputNode('password')?.focus())} noValidate>
        <Stack>
          <DeletionFacts />
          <PasswordField
            label={t('deletion.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <DialogButtons action={t('deletion.submit')} isPending={isPending} isDanger onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  )
}

type DeletionForm = { password: string }

/** Request the account's deletion; once granted, sign this device out and show until when the account can be kept. */
function useDeleteAccount(form: UseFormReturnType<DeletionForm>) {
  const t = useT()
  const navigate = useNavigate()
  const request = trpc.account.requestDeletion.useMutation({
    onSuccess: ({ deletionDueAt }) => {
      void navigate({ to: '/', state: { deletionDueAt } })
      forgetMember()
    },
    onError: (error) => {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      if (showWrongPassword(form, { field: 'password', error }) || showFieldErrors(form, error)) return
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('deletion.failedTitle'), message })
    },
  })
  const send = useSingleFlight(async (values: DeletionForm) => {
    await request.mutateAsync(values).catch(() => undefined)
  })
  return { send, isPending: request.isPending }
}
