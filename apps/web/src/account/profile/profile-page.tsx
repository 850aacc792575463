import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { InviteNotice } from '../../referral/invite-notice.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Page } from '../../ui/page/page.tsx'
import { isSettled } from '../../ui/states/is-settled.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { Achievements } from './achievements.tsx'
import { Completion } from './completion.tsx'
import { Details } from './details.tsx'
import { EmailNotice } from './email-notice.tsx'
import classes from './profile-page.module.css'
import { ProfileStats } from './profile-stats.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { WhoIAm } from './who-i-am.tsx'

export function ProfilePage() {
  const t = useT()
  // Points change on other pages, so cached data may be stale; it is shown until the new data arrives.
  const profile = trpc.account.getProfile.useQuery(undefined, { staleTime: 0 })
  // Without the rate the amounts are narrower at first, and the cards shorter.
  const terms = trpc.wallet.getTerms.useQuery()
  return (
    <Page
      title={t('profile.title')}
      lead={t('profile.lead')}
      aside={
        <Button
          variant="default"
          leftSection={<IconSettings aria-hidden size={20} />}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          {t('profile.settings')}
        </Button>
      }
    >
      <QueryView query={profile} skeleton={<ProfileSkeleton />}>
        {({ user, earningsKes, achievements, recentActivity, completion }) =>
          !isSettled(terms) ? (
            <ProfileSkeleton />
          ) : (
            <div className={blocks.sections}>
              <EmailNotice user={user} />
              <WhoIAm user={user} />
              <ProfileStats user={user} earningsKes={earningsKes} />
              <div className={classes.columns}>
                <div className={classes.column}>
                  <Achievements achievements={achievements} />
                  <RecentActivity activities={recentActivity} />
                </div>
                <div className={classes.column}>
                  <Completion completion={completion} />
                  <InviteNotice />
                  <Details user={user} />
                </div>
              </div>
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}

function ProfileSkeleton() {
  return (
    <div className={blocks.sections}>
      <Skeletons count={1} height={170} />
      <Skeletons count={4} height={98} layout="grid" />
      <Skeletons count={2} height={300} />
    </div>
  )
}
