import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { isSettingsTab, type SettingsTab } from '../../app/page-search.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { SettingsPage } from '../../profile/settings-page.tsx'

export const Route = createFileRoute('/_app/settings')({
  // The address holds the tab, so that links and the browser's back button work.
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: SettingsTab | undefined } => ({
    tab: isSettingsTab(tab) ? tab : undefined,
  }),
  loader: (loading) =>
    loadForMember(loading, ({ account }) => [account.getProfile.prefetch(), account.getSettings.prefetch()]),
  component: SettingsRoute,
})

function SettingsRoute() {
  const { tab = 'profile' } = Route.useSearch()
  return <RequireMember>{(user) => <SettingsPage user={user} tab={tab} />}</RequireMember>
}
