import type { User } from '@chuma/contract/auth/auth'
import { type ReactNode, useDeferredValue } from 'react'
import { Unreachable } from '../../offline/unreachable.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { SignInScreen } from '../../ui/page/status-screens.tsx'
import { useCurrentUser } from './use-current-user.ts'

type Props = {
  /** A page that needs not know who it is does not wait for the answer: what it asks travels with that question. */
  children: ReactNode | ((user: User) => ReactNode)
  /** Until it is known. */
  loading?: ReactNode
}

/** Shows its page to a signed-in member only. The server decides what he may do; this decides what is worth showing. */
export function RequireMember({ children, loading = <PageSkeleton /> }: Props) {
  const current = useCurrentUser()
  // In small steps, between which the page answers to a finger: a page is much to draw at once.
  const isDrawn = useDeferredValue(current.status !== 'loading')
  if (!isDrawn && typeof children === 'function') return loading
  switch (current.status) {
    case 'member':
      return typeof children === 'function' ? children(current.user) : children
    case 'loading':
      return typeof children === 'function' ? loading : children
    case 'unreachable':
      return <Unreachable error={current.error} onRetry={current.retry} />
    case 'anonymous':
      return <SignInScreen />
  }
}
