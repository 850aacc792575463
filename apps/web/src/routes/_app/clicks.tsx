import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ClicksPage, loadClicks } from '../../partners/clicks/clicks-page.tsx'

export const Route = createFileRoute('/_app/clicks')({
  loader: loadClicks,
  component: () => (
    <RequireMember>
      <ClicksPage />
    </RequireMember>
  ),
})
