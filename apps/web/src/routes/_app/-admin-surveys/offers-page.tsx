import { IconLock } from '@tabler/icons-react'
import { useCurrentUser } from '../../../auth/use-current-user.ts'
import { useT } from '../../../i18n/use-t.ts'
import { useAdminToken } from '../../../session.ts'
import { MessageState } from '../../../ui/message-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { AdminFrame } from '../-admin/admin-frame.tsx'
import { OffersManager } from './offers-manager.tsx'

/** SPEC §2: a member without rights is told so here; whoever is not signed in at all goes through the staff's door. */
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
    <AdminFrame title={t('surveyOffers.title')} needs="offers:read">
      {({ permissions }) => <OffersManager isManager={permissions.includes('offers:manage')} />}
    </AdminFrame>
  )
}
