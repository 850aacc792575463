import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ClicksPage } from '../../partners/clicks/clicks-page.tsx'

export const Route = createFileRoute('/_app/clicks')({
  loader: (loading) =>
    loadForMember(loading, ({ partners }) => [partners.listClicks.prefetch(undefined, { staleTime: 0 })]),
  component: () => (
    <RequireMember>
      <ClicksPage />
    </RequireMember>
  ),
})
