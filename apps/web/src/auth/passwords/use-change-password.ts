import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { saveUserSession } from '../session.ts'
import { showWrongPassword } from './show-wrong-password.ts'

/** Sends the form once. The session that the server gives in place of the old one is taken over, in every tab. */
export function useChangePassword(form: UseFormReturnType<ChangePasswordInput>) {
  const t = useT()
  const change = trpc.account.changePassword.useMutation({
    onSuccess: (session) => {
      saveUserSession(session)
      showToast({ kind: 'success', title: t('password.changedTitle'), message: t('password.changed') })
    },
    onError: (error) => {
      // Whoever is signed out is told so, and is on the way to the log-in already.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      if (showWrongPassword(form, { field: 'currentPassword', error }) || showFieldErrors(form, error)) return
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('password.failedTitle'), message })
    },
  })
  const send = useSingleFlight(async (values: ChangePasswordInput) => {
    await change.mutateAsync(values).catch(() => undefined)
  })
  return { send, isPending: change.isPending }
}
