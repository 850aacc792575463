import type { User } from '@chuma/contract/auth'
import type { ReactNode } from 'react'
import { Unreachable } from '../offline/unreachable.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { SignInScreen } from '../ui/status-screens.tsx'
import { useCurrentUser } from './use-current-user.ts'

type Props = { children: (user: User) => ReactNode }

/** Shows its page to a signed-in member only. The server decides what he may do; this decides what is worth showing. */
export function RequireMember({ children }: Props) {
  const current = useCurrentUser()
  switch (current.status) {
    case 'member':
      return children(current.user)
    case 'loading':
      return <PageSkeleton />
    case 'unreachable':
      return <Unreachable onRetry={current.retry} />
    case 'anonymous':
      return <SignInScreen />
  }
}
