import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { AccountChoices, MemberNotice } from '../account/settings/account-choices.tsx'
import { ENTERED_BY_LINK } from '../auth/session.ts'
import { useCurrentUser, useIsSignedOut } from '../auth/sessions/use-current-user.ts'
import { loadMessages } from '../i18n/i18n.ts'
import '../offline/offline.tsx'
import { VisitorNotice } from '../account/consent/visitor-notice.tsx'
import { OfflineBar, useIsOffline } from '../offline/offline.tsx'
import { AppHeader, BottomTabBar, MemberName } from './app-header.tsx'
import { ApiProvider, Letterhead, Themed } from './providers.tsx'
import { Shell } from './shell.tsx'

// If a member signs in through another tab, this page has only a visitor's messages, so load the member's too.
const WorkerBar = optional(async () => {
  const [{ WorkerBar }] = await Promise.all([import('../offline/worker-bar.tsx'), loadMessages('member')])
  return WorkerBar
})
const EnteredByLink = optional(async () => {
  const [part] = await Promise.all([import('../auth/links/entered-by-link.tsx'), loadMessages('visitor')])
  return part.EnteredByLink
})

/** For members only: if it fails to load, the page works without it. */
function optional(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(() => Nothing) }))
}

/** What all pages behind the landing page share: the API and the navigation. */
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
  useCatchFocus()
  // Staff pages are not measured, so they do not ask.
  const isStaffSide = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  const isSignedOut = useIsSignedOut()
  // Uses the matches, not the address, which is ahead of the page during a navigation.
  const isForStaff = useMatches({
    select: (matches) => /^\/admin(?!-login)/.test(matches.at(-1)?.fullPath ?? ''),
  })
  const notice = isSignedOut ? <VisitorNotice /> : <MemberNotice />
  const page = (
    <>
      <AccountChoices />
      <AfterLink />
      <Letterhead>
        <MemberName />
      </Letterhead>
      {children}
    </>
  )
  // Staff pages bring their own frame.
  if (isForStaff) return page
  return (
    <Shell
      header={<AppHeader />}
      tabBar={isSignedOut ? undefined : <BottomTabBar />}
      notice={!isStaffSide && notice}
      bar={!isSignedOut && !isStaffSide && <Bars />}
    >
      {page}
    </Shell>
  )
}

/** One at a time: without a network there is no new version either. */
function Bars() {
  const isMember = useCurrentUser().status === 'member'
  const isOffline = useIsOffline()
  return (
    <>
      <OfflineBar />
      {isMember && import.meta.env.PROD && !isOffline && (
        <Suspense>
          <WorkerBar />
        </Suspense>
      )}
    </>
  )
}

/** Not while the prerendered page is taken over: there, nobody is a member yet. */
function AfterLink() {
  if (useCurrentUser().status !== 'member' || !sessionStorage.getItem(ENTERED_BY_LINK)) return null
  return (
    <Suspense>
      <EnteredByLink />
    </Suspense>
  )
}

function Nothing() {
  return null
}

/**
 * Focus the heading after a navigation that removed the focused link, as a new page does. A page that has just been
 * opened keeps its focus.
 */
function useCatchFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let hadFocus = false
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        hadFocus = document.activeElement !== document.body
      }),
      router.subscribe('onRendered', () => {
        if (hadFocus && document.activeElement === document.body)
          document.querySelector('h1')?.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
