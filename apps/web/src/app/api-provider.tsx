import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import {
  clearAdminSession,
  clearUserSession,
  getAdminToken,
  useAdminToken,
  useUserToken,
} from '../auth/session.ts'
import { REDIRECT_DELAY_MS } from '../auth/sessions/use-leave-when-signed-out.ts'
import { t } from '../i18n/i18n.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { currentApi, heldTokens, onUnauthorized } from './current-api.ts'

/** Starts over with every token, so that nobody is ever shown what was loaded for someone else. */
export function ApiProvider({ children }: { children: ReactNode }) {
  return <Clients key={`${useUserToken()} ${useAdminToken()}`}>{children}</Clients>
}

function Clients({ children }: { children: ReactNode }) {
  useLeaveOnUnauthorized()
  const { queryClient, client } = currentApi()
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/** The one place that answers a 401 of any call: says so, then goes to the door that the call belongs to. */
function useLeaveOnUnauthorized(): void {
  const router = useRouter()
  useLayoutEffect(() => {
    const tokens = heldTokens()
    let isLeaving = false
    onUnauthorized((door) => {
      // Several calls of one page fail together; an answer may also come after a log-out or a new log-in.
      if (isLeaving || heldTokens() !== tokens) return
      isLeaving = true
      showToast({ kind: 'error', title: t('session.expiredTitle'), message: t('session.expiredText') })
      setTimeout(() => {
        isLeaving = false
        if (heldTokens() !== tokens) return
        const isStaff = door === 'staff'
        if (isStaff && getAdminToken()) clearAdminSession()
        else clearUserSession()
        void router.navigate({ to: isStaff ? '/admin-login' : '/login' })
      }, REDIRECT_DELAY_MS)
    })
  }, [router])
}
