import { createFileRoute } from '@tanstack/react-router'
import { SystemPage } from '../../../admin/system/system-page.tsx'
import { ALONE } from '../../../app/load.ts'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/system')({
  staticData: { opensWith: 'admin.getSystem' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getSystem.prefetch(undefined, ALONE)]),
  component: SystemPage,
})
