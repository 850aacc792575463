import type { AppRouter } from '@chuma/api/types'
import { Button } from '@mantine/core'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import superjson from 'superjson'
import { ApiProvider, Themed } from '../app/providers.tsx'
import { Shell } from '../app/shell.tsx'
import { LanguageSwitch } from '../app/top-navigation.tsx'
import { bearer } from '../auth/session.ts'
import { shownLanguage } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { brandName } from '../site/from-server.ts'
import { type ActionOptions, useAction } from '../ui/actions/use-action.ts'
import header from '../ui/page/plain-header.module.css'
import classes from './clients.module.css'

const Toasts = lazy(async () => ({ default: (await import('../app/toasts.tsx')).Toasts }))

/** The frame of clients' pages, apart from members' and staff's. */
export function ClientLayout({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const [queries] = useState(() =>
    createClientQueries(() => {
      forgetClientToken()
      void navigate({ to: '/client/login', replace: true })
    }),
  )
  return (
    <>
      <Themed>
        <ApiProvider>
          <QueryClientProvider client={queries}>
            <Shell header={<Header />}>{children}</Shell>
          </QueryClientProvider>
        </ApiProvider>
      </Themed>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}

/** Who is signed in; nothing is asked without a token. */
export function useClientMe() {
  return useQuery({
    queryKey: ['me', getClientToken()],
    queryFn: () => clientApi.clients.getMe.query(),
    enabled: getClientToken() !== null,
    staleTime: 60_000,
  })
}

function Header() {
  const t = useT()
  const me = useClientMe().data
  return (
    <header className={header.header}>
      <span className={header.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {me?.organisation ?? brandName}
      </span>
      {me && (
        <nav className={classes.nav} aria-label={t('client.nav')}>
          <Link
            to="/client"
            activeOptions={{ exact: true, explicitUndefined: true }}
            search={{ survey: undefined, tab: undefined }}
            className={classes.place}
          >
            {t('word.surveys')}
          </Link>
          {me.surveyId === null && (
            <Link to="/client" search={{ tab: 'budget' }} className={classes.place}>
              {t('word.budget')}
            </Link>
          )}
          {me.surveyId === null && (
            <Link to="/client" search={{ tab: 'account' }} className={classes.place}>
              {t('client.account')}
            </Link>
          )}
        </nav>
      )}
      <span className={classes.tools}>
        <LanguageSwitch />
        {me && <LogOut />}
      </span>
    </header>
  )
}

function LogOut() {
  const t = useT()
  const navigate = useNavigate()
  const leave = () => {
    // The page leaves whatever the answer: without a network the session ends by its time.
    void clientApi.clients.logout.mutate().catch(() => undefined)
    forgetClientToken()
    void navigate({ to: '/client/login' })
  }
  return (
    <Button variant="default" size="compact-md" onClick={leave}>
      {t('client.logOut')}
    </Button>
  )
}

/** Beside members' and staff's tokens: none of them opens another's door. */
const TOKEN = 'clientToken'

export const getClientToken = (): string | null => localStorage.getItem(TOKEN) || null
export const saveClientToken = (token: string): void => localStorage.setItem(TOKEN, token)
export const forgetClientToken = (): void => localStorage.removeItem(TOKEN)

/** Calls at clients' door, apart from those of members: their pages load nothing of it. */
export const clientApi = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/trpc',
      transformer: superjson,
      headers: () => ({ ...bearer(getClientToken()), 'Accept-Language': shownLanguage() }),
    }),
  ],
})

/** `useAction` at clients' door. `failed`: the title of the toast about a failure. */
export function useClientAction<Input, Output, Form extends Record<string, unknown>>(
  call: (input: Input) => Promise<Output>,
  { failed, ...options }: { failed: string } & ActionOptions<Input, Output, Form>,
) {
  const t = useT()
  const failure = { title: failed, offline: t('state.failedText'), saysEnded: true }
  return useAction({ useMutation }, { ...options, mutationFn: call, failure })
}

/** `onEnded`: the session is over. */
function createClientQueries(onEnded: () => void): QueryClient {
  const onError = (error: unknown) => {
    const isEnded = error instanceof TRPCClientError && error.data?.appCode === 'NOT_SIGNED_IN'
    if (isEnded) onEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
  })
}
