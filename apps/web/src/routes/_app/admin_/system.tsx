import { createFileRoute } from '@tanstack/react-router'
import { SystemPage } from '../../../admin/system/system-page.tsx'

export const Route = createFileRoute('/_app/admin_/system')({ component: SystemPage })
