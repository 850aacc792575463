import { IconLock } from '@tabler/icons-react'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useAdminToken } from '../../auth/session.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page/page.tsx'
import { MessageState } from '../../ui/states/message-state.tsx'
import { LoadingOffers } from './loading-offers.tsx'
import { OffersManager } from './offers-manager.tsx'

/** SPEC §2: a member without permission is told so here; a visitor is sent to the staff log-in. */
export function OffersPage() {
  const t = useT()
  const hasAdminToken = useAdminToken() !== null
  const current = useCurrentUser()
  if (!hasAdminToken && current.status === 'member' && !current.user.isAdmin) {
    return (
      <Page title={t('surveyOffers.title')}>
        <MessageState
          role="alert"
          icon={<IconLock />}
          title={t('surveyOffers.denied')}
          text={t('surveyOffers.deniedText')}
        />
      </Page>
    )
  }
  return (
    <AdminFrame title={t('surveyOffers.title')} needs="offers:read" skeleton={<LoadingOffers />}>
      {({ permissions }) => (
        <OffersManager
          isManager={permissions.includes('offers:manage')}
          mayReadResults={permissions.includes('results:read')}
        />
      )}
    </AdminFrame>
  )
}
