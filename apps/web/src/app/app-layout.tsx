import type { User } from '@chuma/contract/auth'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccountChoices } from '../account/use-account-choices.ts'
import { useCurrentUser } from '../auth/use-current-user.ts'
import { MemberNotice } from '../privacy/member-notice.tsx'
import { VisitorNotice } from '../privacy/visitor-notice.tsx'
import { ApiProvider } from './api-provider.tsx'
import { AppHeader } from './app-header.tsx'
import { BottomTabBar } from './bottom-tab-bar.tsx'
import { Letterhead } from './letterhead.tsx'
import { Shell } from './shell.tsx'
import { Themed } from './themed.tsx'
import { useCatchFocus } from './use-catch-focus.ts'
import { useIsAtDesk } from './use-is-at-desk.ts'
import { VisitorFooter } from './visitor-footer.tsx'

/** Everything the pages behind the landing share: the API, the navigation. */
export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <Themed>
      <ApiProvider>
        <Frame>{children}</Frame>
      </ApiProvider>
    </Themed>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useAccountChoices()
  useCatchFocus()
  const current = useCurrentUser()
  const { status } = current
  // Nobody is measured there.
  const isStaffSide = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  const isSignedOut = status === 'anonymous'
  const isAtDesk = useIsAtDesk()
  const notice = isSignedOut ? <VisitorNotice /> : status === 'member' && <MemberNotice />
  return (
    <Shell
      header={<AppHeader />}
      tabBar={isSignedOut ? undefined : <BottomTabBar />}
      footer={isSignedOut && !isAtDesk && <VisitorFooter />}
      notice={!isStaffSide && notice}
    >
      <Letterhead>{current.status === 'member' && nameOf(current.user)}</Letterhead>
      {children}
    </Shell>
  )
}

function nameOf({ firstName, lastName, email }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}
