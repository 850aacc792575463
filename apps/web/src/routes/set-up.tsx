import { createFileRoute } from '@tanstack/react-router'
import { SetUpLayout } from '../admin/set-up/payouts-step.tsx'
import { SetUpPage } from '../admin/set-up/set-up-page.tsx'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'

export const Route = createFileRoute('/set-up')({
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, false)),
  component: SetUpRoute,
})

function SetUpRoute() {
  return (
    <SetUpLayout>
      <SetUpPage />
    </SetUpLayout>
  )
}
