import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { EmailNotice } from '../profile/email-notice.tsx'
import { ProfileForm } from '../profile/profile-form.tsx'

export function ProfileTab() {
  const t = useT()
  const profile = trpc.account.getProfile.useQuery()
  return (
    <QueryView query={profile} skeleton={<Skeletons count={1} height={420} />}>
      {({ user }) => (
        <>
          <EmailNotice user={user} />
          <Section title={t('profile.details')}>
            <ProfileForm user={user} />
          </Section>
        </>
      )}
    </QueryView>
  )
}
