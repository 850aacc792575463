import { createFileRoute } from '@tanstack/react-router'
import { GamesPage } from '../../../tasks/wheel/staff-games-tab.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/games')({
  staticData: { opensWith: 'admin.getGames' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getGames.prefetch()]),
  component: GamesPage,
})
