import { createFileRoute } from '@tanstack/react-router'
import { TodayPage } from '../../../admin/today/today-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/today')({
  staticData: { opensWith: 'admin.listWaiting' },
  // What waits is loaded for every page's navigation.
  loader: (loading) =>
    loadForStaff(loading, ({ admin }, { may }) =>
      may('admin.listEconomyPresets') ? [admin.listEconomyPresets.prefetch({})] : [],
    ),
  component: TodayPage,
})
