import type { User } from '@chuma/contract/auth'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingScreen, SignInScreen } from '../ui/status-screens.tsx'
import { useCurrentUser } from './use-current-user.ts'

type Props = { children: (user: User) => ReactNode }

/** Shows its page to a signed-in member only. The server decides what he may do; this decides what is worth showing. */
export function RequireMember({ children }: Props) {
  const current = useCurrentUser()
  switch (current.status) {
    case 'member':
      return children(current.user)
    case 'loading':
      return <LoadingScreen />
    case 'unreachable':
      return <ErrorState onRetry={current.retry} />
    case 'anonymous':
      return <SignInScreen />
  }
}
