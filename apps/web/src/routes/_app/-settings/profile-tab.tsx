import { EmailNotice } from '../../../account/email-notice.tsx'
import { ProfileForm } from '../../../account/profile-form.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'

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
