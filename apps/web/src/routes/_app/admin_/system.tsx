import { createFileRoute } from '@tanstack/react-router'
import { loadSystem, SystemPage } from '../../../admin/system/system-page.tsx'

export const Route = createFileRoute('/_app/admin_/system')({
  loader: loadSystem,
  component: SystemPage,
})
