import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { forgetMember } from '../../../session.ts'
import { isApiError, serverMessage, trpc } from '../../../trpc.ts'
import { showFieldErrors } from '../../../ui/show-field-errors.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSingleFlight } from '../../../ui/use-single-flight.ts'
import { showWrongPassword } from './show-wrong-password.ts'

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
