import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import {
  clearAdminSession,
  clearUserSession,
  getAdminToken,
  getUserToken,
  useAdminToken,
  useUserToken,
} from '../auth/session.ts'
import { REDIRECT_DELAY_MS } from '../auth/sessions/use-leave-when-signed-out.ts'
import { t } from '../i18n/i18n.ts'
import { type Door, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { currentApi } from './current-api.ts'

/** Remounts with every token, so that cached data of one account is never shown to another. */
export function ApiProvider({ children }: { children: ReactNode }) {
  return <Clients key={`${useUserToken()} ${useAdminToken()}`}>{children}</Clients>
}

function Clients({ children }: { children: ReactNode }) {
  const leave = useLeaveOnUnauthorized()
  const [{ queryClient, client, onUnauthorized }] = useState(currentApi)
  useEffect(() => onUnauthorized(leave), [onUnauthorized, leave])
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/** Handle a 401 of any call: say so, then go to the log-in page that the call belongs to. */
function useLeaveOnUnauthorized() {
  const router = useRouter()
  return useState(() => {
    const tokens = heldTokens()
    let isLeaving = false
    return (door: Door) => {
      // Several calls of a page fail together, and a late answer can arrive after a log-out or a new log-in.
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
    }
  })[0]
}

function heldTokens(): string {
  return `${getUserToken()} ${getAdminToken()}`
}
