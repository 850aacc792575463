import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ClaimSection } from './claim-section.tsx'
import { ClaimsSection } from './claims-section.tsx'

/** Members' claims for missing points, and the decisions. */
export function ClaimsPage({ claim }: { claim?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('claims.title')} needs="partners:read">
      {({ permissions }) =>
        claim ? (
          <ClaimSection key={claim} id={claim} mayDecide={permissions.includes('claims:decide')} />
        ) : (
          <ClaimsSection />
        )
      }
    </AdminFrame>
  )
}
