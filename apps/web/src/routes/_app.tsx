import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { Framed } from '../app/framed.tsx'
import { getUserToken, useUserToken } from '../auth/session.ts'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'

export const Route = createFileRoute('/_app')({
  // The frame is part of the first script; what it shows is loaded lazily.
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, getUserToken() !== null)),
  component: AppRoute,
})

function AppRoute() {
  // Uses the match, not the address: during a navigation the address is ahead of the outlet.
  const isHome = useMatch({ from: '/_app/', shouldThrow: false }) !== undefined
  const isLanding = useUserToken() === null && isHome
  return (
    <Framed isBare={isLanding}>
      <Outlet />
    </Framed>
  )
}
