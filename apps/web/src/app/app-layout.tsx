import type { ReactNode } from 'react'
import { useAccountChoices } from '../account/use-account-choices.ts'
import { useCurrentUser } from '../auth/use-current-user.ts'
import { ApiProvider } from './api-provider.tsx'
import { AppHeader } from './app-header.tsx'
import './app-layout.css'
import { BottomTabBar } from './bottom-tab-bar.tsx'
import { Shell } from './shell.tsx'
import { Toasts } from './toasts.tsx'

/** Everything the pages behind the landing share: the API, the toasts, the navigation. */
export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ApiProvider>
        <Frame>{children}</Frame>
      </ApiProvider>
      <Toasts />
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useAccountChoices()
  const isSignedOut = useCurrentUser().status === 'anonymous'
  return (
    <Shell header={<AppHeader />} tabBar={isSignedOut ? undefined : <BottomTabBar />}>
      {children}
    </Shell>
  )
}
