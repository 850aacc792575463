import type { InvitedFriend, Referral } from '@chuma/contract/referral/referral'
import { Button, Text, Title } from '@mantine/core'
import { IconBan, IconCheck, IconClock, IconLock, IconShare, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { type ApiClient, trpc } from '../trpc.ts'
import { CopyButton } from '../ui/actions/copy-button.tsx'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { HeroPanel, Page, Panel } from '../ui/page/page.tsx'
import { type KeysetPage, keysetPages, LoadMore } from '../ui/states/keyset-pages.tsx'
import { EmptyState, Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import { PointsAmount } from '../wallet/movements.tsx'
import classes from './invite-page.module.css'

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

function HowItWorks({ maxFriends }: { maxFriends: number }) {
  const t = useT()
  return (
    <Panel aria-labelledby="how-title">
      <Title order={2} size="h3" id="how-title">
        {t('invite.howTitle')}
      </Title>
      <ol className={classes.how}>
        <li>{t('invite.howPaid')}</li>
        <li>{t('invite.howSingle', { max: maxFriends })}</li>
        <li>{t('invite.howFree')}</li>
      </ol>
    </Panel>
  )
}

/** What a friend is worth, and the link to send. */
function InvitePanel({ code, link, points }: { code: string; link: string; points: number }) {
  const t = useT()
  return (
    <HeroPanel className={classes.panel} aria-label={t('invite.code')}>
      <div>
        <p className={blocks.quiet}>{t('invite.perFriend')}</p>
        <PointsAmount points={points} size="lg" />
      </div>
      <dl className={classes.ways}>
        <div>
          <dt className={blocks.quiet}>{t('invite.code')}</dt>
          <dd className={classes.code}>{code}</dd>
        </div>
        <div>
          <dt className={blocks.quiet}>{t('invite.link')}</dt>
          <dd className={classes.link}>{link}</dd>
        </div>
      </dl>
      <div className={blocks.actions}>
        <ShareButton link={link} text={t('invite.shareText', { code })} />
        <CopyButton text={link} label={t('word.copyLink')} />
        <CopyButton text={code} label={t('invite.copyCode')} />
      </div>
    </HeroPanel>
  )
}

/** Opens the phone's share sheet, where the browser has one. */
function ShareButton({ link, text }: { link: string; text: string }) {
  const t = useT()
  if (!('share' in navigator)) return null
  // Rejects on cancel; on other failures the link can still be copied.
  const share = () => navigator.share({ text, url: link }).catch(() => {})
  return (
    <Button variant="white" px="md" leftSection={<IconShare aria-hidden size={20} />} onClick={share}>
      {t('invite.share')}
    </Button>
  )
}

type FriendsPanelProps = {
  referral: Referral
  friends: InvitedFriend[]
  query: ReturnType<typeof useReferral>
}

/** Each friend's progress, newest first, page by page. */
function FriendsPanel({ referral, friends, query }: FriendsPanelProps) {
  const t = useT()
  if (friends.length === 0 && !referral.isOpen) return null
  return (
    <Panel aria-labelledby="friends-title">
      <Title order={2} size="h3" id="friends-title">
        {t('invite.friends')}
      </Title>
      <Text c="dimmed">{t('invite.friendsText')}</Text>
      {friends.length === 0 ? (
        <EmptyState icon={<IconUsers />} title={t('invite.emptyTitle')} text={t('invite.emptyText')} />
      ) : (
        <>
          <Counts referral={referral} />
          <ul className={classes.list} aria-label={t('invite.friends')}>
            {friends.map((friend) => (
              <FriendItem key={friend.id} friend={friend} />
            ))}
          </ul>
        </>
      )}
      <LoadMore query={query} mt="sm" />
    </Panel>
  )
}

function Counts({ referral: { counts, maxFriends, isOpen } }: { referral: Referral }) {
  const t = useT()
  return (
    <div className={classes.counts}>
      <dl>
        {(['joined', 'paid', 'refused'] as const).map((state) => (
          <div key={state}>
            <dt>{t(`inviteState.${state}`)}</dt>
            <dd>{t('dashboard.count', { count: counts[state] })}</dd>
          </div>
        ))}
      </dl>
      {isOpen && <p>{t('invite.places', { paid: counts.paid, max: maxFriends })}</p>}
    </div>
  )
}

const FACES = {
  joined: { tone: 'wait', Icon: IconClock },
  paid: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'quiet', Icon: IconBan },
} as const satisfies Record<InvitedFriend['state'], unknown>

/** One friend's progress, in plain words. */
function FriendItem({ friend }: { friend: InvitedFriend }) {
  const t = useT()
  const { name, joinedAt, state, reason, points, settledAt } = friend
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <p className={classes.name}>{name ?? t('invite.gone')}</p>
        <p className={blocks.quiet}>
          {t('word.joined')} <time dateTime={joinedAt}>{formatDay(joinedAt)}</time>
          {state === 'paid' && settledAt && <> · {t('invite.paidOn', { day: formatDay(settledAt) })}</>}
        </p>
        <p>{state === 'refused' ? reason && t(`inviteReason.${reason}`) : t(`inviteText.${state}`)}</p>
      </div>
      <div className={classes.numbers}>
        {points !== null && <PointsAmount points={points} signed />}
        <StatusBadge {...FACES[state]}>{t(`inviteState.${state}`)}</StatusBadge>
      </div>
    </li>
  )
}

const PAGE_SIZE = 20

export function referralPages(client: ApiClient) {
  return {
    ...keysetPages({
      key: getQueryKey(trpc.referral.getReferral),
      size: PAGE_SIZE,
      load: (page: KeysetPage<string>, signal) => client.referral.getReferral.query(page, { signal }),
      rowsOf: ({ friends }: Referral) => friends,
      cursorOf: ({ id }: InvitedFriend) => id,
      cursor: 'before',
    }),
    // A friend can join or be paid at any time.
    staleTime: 0,
    refetchOnWindowFocus: true,
  }
}

function useReferral() {
  return useInfiniteQuery(referralPages(trpc.useUtils().client))
}
