import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { showWrongPassword } from '../auth/passwords/show-wrong-password.ts'
import { forgetMember } from '../auth/session.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'

export type DeletionForm = { password: string }

/** Asks for the account to be deleted; once that is granted this device is signed out and shown until when it can be kept. */
export function useDeleteAccount(form: UseFormReturnType<DeletionForm>) {
  const t = useT()
  const navigate = useNavigate()
  const request = trpc.account.requestDeletion.useMutation({
    onSuccess: ({ deletionDueAt }) => {
      void navigate({ to: '/', state: { deletionDueAt: deletionDueAt.toISOString() } })
      forgetMember()
    },
    onError: (error) => {
      // Whoever is signed out is told so, and is on the way to the log-in already.
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
