import type { AppRouter } from '@chuma/api/types'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import superjson from 'superjson'
import { bearer } from '../auth/authorization-for.ts'
import { proofLink } from '../auth/proof-of-work/proof-link.ts'
import { shownLanguage } from '../i18n/choose-language.ts'

/** Beside members' and staff's tokens: none of them opens another's door. */
const TOKEN = 'clientToken'

export const getClientToken = (): string | null => localStorage.getItem(TOKEN) || null
export const saveClientToken = (token: string): void => localStorage.setItem(TOKEN, token)
export const forgetClientToken = (): void => localStorage.removeItem(TOKEN)

/** Calls at clients' door, apart from those of members: their pages load nothing of it. */
export const clientApi = createTRPCClient<AppRouter>({
  links: [
    proofLink,
    httpLink({
      url: '/trpc',
      transformer: superjson,
      headers: () => ({ ...bearer(getClientToken()), 'Accept-Language': shownLanguage() }),
    }),
  ],
})

/** `onEnded`: the session is over. */
export function createClientQueries(onEnded: () => void): QueryClient {
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
