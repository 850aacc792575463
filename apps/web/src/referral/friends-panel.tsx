import type { InvitedFriend, Referral } from '@chuma/contract/referral/referral'
import { Text, Title } from '@mantine/core'
import { IconBan, IconCheck, IconClock, IconUsers } from '@tabler/icons-react'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { LoadMore } from '../ui/states/load-more.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import classes from './friends-panel.module.css'
import type { useReferral } from './use-referral.ts'

type Props = { referral: Referral; friends: InvitedFriend[]; query: ReturnType<typeof useReferral> }

/** Each friend's progress, newest first, page by page. */
export function FriendsPanel({ referral, friends, query }: Props) {
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
  const { tone, Icon } = FACES[state]
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <p className={classes.name}>{name ?? t('invite.gone')}</p>
        <p className={blocks.quiet}>
          {t('invite.joined')} <time dateTime={joinedAt}>{formatDay(joinedAt)}</time>
          {state === 'paid' && settledAt && <> · {t('invite.paidOn', { day: formatDay(settledAt) })}</>}
        </p>
        <p>{state === 'refused' ? reason && t(`inviteReason.${reason}`) : t(`inviteText.${state}`)}</p>
      </div>
      <div className={classes.numbers}>
        {points !== null && <PointsAmount points={points} signed />}
        <StatusBadge tone={tone} icon={<Icon size={16} />}>
          {t(`inviteState.${state}`)}
        </StatusBadge>
      </div>
    </li>
  )
}
