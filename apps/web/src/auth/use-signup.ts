import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { describeRefusal } from './describe-refusal.ts'
import { pauseMails } from './links/verification-pauses.ts'
import { saveUserSession } from './session.ts'

/** Sign up, report the outcome, and go to the page that SPEC §4 names for it. */
export function useSignup(onRefused: (error: unknown) => void) {
  const t = useT()
  const navigate = useNavigate()
  return trpc.auth.signup.useMutation({
    onSuccess: ({ requiresVerification, token, message }, { email }) => {
      showToast({ kind: 'success', title: t('signup.createdTitle'), message })
      if (requiresVerification) {
        pauseMails(email)
        return navigate({ to: '/verify-email', search: { email: email.trim() } })
      }
      if (!token) return navigate({ to: '/login' })
      saveUserSession({ token })
      return navigate({ to: '/' })
    },
    onError: (error) => {
      onRefused(error)
      const refusal = describeRefusal(error, t('signup.failed'))
      const title = t(refusal.weakPassword ? 'signup.weakTitle' : 'signup.failedTitle')
      showToast({ kind: refusal.kind, title, message: refusal.weakPassword ?? refusal.message })
    },
  })
}
