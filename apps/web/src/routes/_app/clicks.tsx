import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ClicksPage } from '../../partners/clicks/clicks-page.tsx'
import { loadClicks } from '../../partners/clicks/load-clicks.ts'

export const Route = createFileRoute('/_app/clicks')({
  loader: loadClicks,
  component: () => (
    <RequireMember>
      <ClicksPage />
    </RequireMember>
  ),
})
