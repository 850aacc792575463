import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useT } from '../i18n/use-t.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** The webhook endpoints and their deliveries. */
export function WebhooksPage() {
  const t = useT()
  return (
    <AdminFrame title={t('webhooks.title')} needs="system:read">
      {({ permissions }) => {
        const mayManage = permissions.includes('system:manage')
        return (
          <>
            <WebhooksSection mayManage={mayManage} />
            <DeliveriesSection mayManage={mayManage} />
          </>
        )
      }}
    </AdminFrame>
  )
}
