import './app-layout.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import {
  clearAdminSession,
  clearUserSession,
  getAdminToken,
  getUserToken,
  hasLostToken,
  useAdminToken,
  useUserToken,
} from '../auth/session.ts'
import { leaveForLogin } from '../auth/sessions/use-current-user.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { brandName, pageNonce } from '../site/from-server.ts'
import { theme } from '../theme.ts'
import { type Door, trpc } from '../trpc.ts'
import { useIsPrinting } from '../ui/page/page.tsx'
import { currentApi } from './load.ts'
import classes from './providers.module.css'

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
    return (side: Door) => {
      // A late answer can arrive after a log-out or a new log-in.
      if (String(heldTokens()) !== String(tokens) && !hasLostToken(side)) return
      leaveForLogin(router, { side, onLeave: () => forget(side, tokens) })
    }
  })[0]
}

/** Forget the refused token, unless another one replaced it meanwhile. A failed user fetch has removed its own already. */
function forget(side: Door, [userToken, adminToken]: Tokens): boolean {
  const isOfStaff = side === 'staff' && adminToken !== null
  const held = isOfStaff ? getAdminToken() : getUserToken()
  if (held !== null && held !== (isOfStaff ? adminToken : userToken)) return false
  if (isOfStaff) clearAdminSession()
  else clearUserSession()
  return true
}

type Tokens = readonly [userToken: string | null, adminToken: string | null]
const heldTokens = (): Tokens => [getUserToken(), getAdminToken()]

/** The top of a printed page: the member's name and the date. On screen the header shows these. */
export function Letterhead({ children }: { children?: ReactNode }) {
  const t = useT()
  if (!useIsPrinting()) return null
  return (
    <div className={classes.head}>
      <span className={classes.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {brandName}
      </span>
      <span className={classes.whose}>
        {children}
        <br />
        {t('state.printed', { time: formatDateTime(new Date()) })}
      </span>
    </div>
  )
}

/**
 * The context that Mantine's components need. Its variables are in the page's own style sheet; the classes that show or
 * hide things are not used.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce}
    >
      {children}
    </MantineProvider>
  )
}
