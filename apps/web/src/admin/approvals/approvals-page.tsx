import { useT } from '../../i18n/use-t.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { ApprovalsSection } from './approvals-section.tsx'

/** Changes that wait for a second person, and the decisions. */
export function ApprovalsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('approvals.title')} needs="approvals:read">
      {({ permissions }) => <ApprovalsSection mayDecide={permissions.includes('approvals:decide')} />}
    </AdminFrame>
  )
}
