import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ClusterSection } from './cluster-section.tsx'
import { ClustersSection } from './clusters-section.tsx'

/** Groups of accounts that seem to belong to one person, and one decision about each. */
export function ClustersPage({ cluster }: { cluster?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('clusters.title')} needs="withdrawals:read">
      {({ permissions }) =>
        cluster ? (
          <ClusterSection key={cluster} id={cluster} mayDecide={permissions.includes('withdrawals:decide')} />
        ) : (
          <ClustersSection />
        )
      }
    </AdminFrame>
  )
}
