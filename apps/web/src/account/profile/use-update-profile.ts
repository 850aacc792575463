import type { EditableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import type { UseFormReturnType } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

/** What the form holds of a member. */
export function toDetails({ firstName, lastName, email, country }: EditableUser): UpdateProfileInput {
  return { firstName, lastName, email, country }
}

/** Saves the form and says how it went. A new e-mail address is only on its way then, and the old one is shown again. */
export function useUpdateProfile(form: UseFormReturnType<UpdateProfileInput>, onSaved?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.account.updateProfile.useMutation({
    onSuccess: (user, { email }) => {
      form.setInitialValues(toDetails(user))
      form.reset()
      utils.account.getProfile.setData(undefined, (profile) => profile && { ...profile, user })
      utils.auth.getUser.setData(undefined, user)
      void utils.account.getProfile.invalidate()
      const { pendingEmail } = user
      const isAsked = pendingEmail !== null && pendingEmail === email.trim().toLowerCase()
      const message = isAsked ? t('profile.savedConfirm', { pendingEmail }) : t('profile.saved')
      showToast({ kind: 'success', title: t('profile.savedTitle'), message })
      onSaved?.()
    },
    onError: (error) => {
      // Whoever is signed out is told so, and is on the way to the log-in already.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      showFieldErrors(form, error)
      const message = serverMessage(error, t('profile.offline'))
      showToast({ kind: 'error', title: t('profile.failed'), message })
    },
  })
}
