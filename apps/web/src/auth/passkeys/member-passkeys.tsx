import type { User } from '@chuma/contract/auth/auth'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { MemberRemoval, PasskeysSection, useMemberPasskeys } from './passkeys-section.tsx'

/** The passkeys of a member. One with an admin role has them with their second factor, where its proof can be given. */
export function MemberPasskeys({ user }: { user: User }) {
  const t = useT()
  if (!user.isAdmin) return <OwnPasskeys email={user.email} />
  return (
    <Section title={t('passkey.sectionTitle')} text={t('passkey.ofAdmin')}>
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('passkey.toAdmin')}
        </Button>
      </div>
    </Section>
  )
}

function OwnPasskeys({ email }: { email: string }) {
  const t = useT()
  const calls = useMemberPasskeys((error) => {
    // An expired session is handled elsewhere: the member is told and sent to the log-in page.
    if (isApiError(error) && error.data?.httpStatus === 401) return
    const message = serverMessage(error, t('settings.failed'))
    showToast({ kind: 'error', title: t('passkey.failedTitle'), message })
  })
  return <PasskeysSection calls={calls} text={t('passkey.what')} username={email} Removal={MemberRemoval} />
}
