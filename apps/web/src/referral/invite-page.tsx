import type { Referral } from '@chuma/contract/referral/referral'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { BackLink } from '../ui/page/back-link.tsx'
import { Page } from '../ui/page/page.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { FriendsPanel } from './friends-panel.tsx'
import { HowItWorks } from './how-it-works.tsx'
import classes from './invite-page.module.css'
import { InvitePanel } from './invite-panel.tsx'
import { useReferral } from './use-referral.ts'

/** What inviting pays, how it works, and each friend's progress. */
export function InvitePage() {
  const t = useT()
  const query = useReferral()
  return (
    <Page
      title={t('invite.title')}
      lead={t('invite.lead')}
      aside={<BackLink to="/dashboard">{t('withdraw.back')}</BackLink>}
    >
      <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
        {({ pages }) =>
          pages[0] && (
            <div className={blocks.sections}>
              <Terms referral={pages[0]} />
              <FriendsPanel
                referral={pages[0]}
                friends={pages.flatMap(({ friends }) => friends)}
                query={query}
              />
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}

function Terms({ referral }: { referral: Referral }) {
  const t = useT()
  const { isOpen, code, linkPath, bonusPoints, maxFriends, counts } = referral
  if (!isOpen || !code || !linkPath) return <Closed />
  return (
    <div className={classes.terms}>
      {counts.paid >= maxFriends && (
        <div className={classes.notice}>
          <Notice title={t('invite.fullTitle')}>{t('invite.fullText')}</Notice>
        </div>
      )}
      <InvitePanel code={code} link={new URL(linkPath, window.location.origin).href} points={bonusPoints} />
      <HowItWorks maxFriends={maxFriends} />
    </div>
  )
}

function Closed() {
  const t = useT()
  return (
    <Panel>
      <EmptyState
        icon={<IconLock />}
        title={t('invite.closedTitle')}
        text={t('invite.closedText')}
        action={
          <Button renderRoot={(props) => <Link to="/dashboard" hash="ways" {...props} />}>
            {t('invite.closedAction')}
          </Button>
        }
      />
    </Panel>
  )
}
