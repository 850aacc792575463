import { useT } from '../../i18n/use-t.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminStatsPanel } from './admin-stats-panel.tsx'
import type { AdminTab } from './admin-tab.ts'
import { AdminTabs } from './admin-tabs.tsx'

export function AdminPage({ tab }: { tab: AdminTab | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('admin.title')}>
      {({ permissions }) => (
        <>
          {permissions.includes('stats:read') && <AdminStatsPanel />}
          <AdminTabs permissions={permissions} asked={tab} />
        </>
      )}
    </AdminFrame>
  )
}
