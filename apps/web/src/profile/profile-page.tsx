import type { Achievement, Activity, EditableUser, ProfileCompletion } from '@chuma/contract/account/profile'
import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { Button, Progress, Stack, Text, Title } from '@mantine/core'
import {
  IconAward,
  IconCheck,
  IconClipboardCheck,
  IconCoins,
  IconCrown,
  IconPencil,
  IconSettings,
  IconShieldCheck,
  IconTrophy,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import noHistory from '../art/no-history.svg'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { JUST_NOW_MS, trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { formatPoints } from '../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { HeroPanel, Page, Panel } from '../ui/page/page.tsx'
import { EmptyState, isSettled, QueryView, Skeletons } from '../ui/states/states.tsx'
import { MovementList, MovementRow, PointsAmount, Quiet } from '../wallet/movements.tsx'
import { WalletLinks } from '../wallet/wallet-links.tsx'
import { EmailNotice, ProfileForm } from './profile-form.tsx'
import detailsClasses from './profile-page.module.css'

export function ProfilePage() {
  const t = useT()
  // Points change on other pages, so cached data may be stale; it is shown until the new data arrives.
  const profile = trpc.account.getProfile.useQuery(undefined, { staleTime: JUST_NOW_MS })
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
              <WalletLinks />
              <div className={detailsClasses.columns}>
                <div className={detailsClasses.column}>
                  <Achievements achievements={achievements} />
                  <RecentActivity activities={recentActivity} />
                </div>
                <div className={detailsClasses.column}>
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

/** How complete the profile is, with a link to what is missing. */
function Completion({ completion: { percent, missing } }: { completion: ProfileCompletion }) {
  const t = useT()
  const value = t('profile.completionValue', { percent })
  return (
    <Panel aria-labelledby="completion">
      <Title order={2} size="h3" id="completion">
        {t('profile.completion')}
      </Title>
      <p className={detailsClasses.value}>{value}</p>
      <GoalBar label={t('profile.completion')} current={percent} goal={100} text={value} />
      {missing.length === 0 ? (
        <p className={detailsClasses.quiet}>{t('profile.completionDone')}</p>
      ) : (
        <>
          <p className={detailsClasses.quiet} id="missing">
            {t('profile.missing')}
          </p>
          <ul className={detailsClasses.missing} aria-labelledby="missing">
            {missing.map((item) => (
              <li key={item}>
                <Link to="/settings" search={{ tab: 'profile' }} className={blocks.link}>
                  {t(`profile.item.${item}`)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to="/profile/answers" className={blocks.link}>
        {t('profile.aboutYou')}
      </Link>
    </Panel>
  )
}

const FIELDS = ['firstName', 'lastName', 'email', 'country'] as const

/** The member's details; the button turns them into a form. */
function Details({ user }: { user: EditableUser }) {
  const t = useT()
  const [isEditing, setIsEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setIsEditing(false)
    // The focused button has been removed.
    heading.current?.focus()
  }
  return (
    <Panel aria-labelledby="details">
      <div className={detailsClasses.header}>
        <Title
          order={2}
          size="h3"
          id="details"
          ref={heading}
          tabIndex={-1}
          className={detailsClasses.title ?? ''}
        >
          {t('profile.details')}
        </Title>
        {!isEditing && (
          <Button
            variant="default"
            leftSection={<IconPencil aria-hidden size={20} />}
            onClick={() => setIsEditing(true)}
          >
            {t('profile.edit')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <ProfileForm user={user} onDone={close} />
      ) : (
        <dl className={detailsClasses.detailsList}>
          {FIELDS.map((name) => (
            <div key={name} className={detailsClasses.entry}>
              <dt className={detailsClasses.label}>{t(`profile.${name}`)}</dt>
              <dd className={detailsClasses.detailsValue}>{user[name].trim() || t('profile.notGiven')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

/** The member in brief, with their balance. */
function WhoIAm({ user }: { user: EditableUser }) {
  const t = useT()
  const name = `${user.firstName} ${user.lastName}`.trim() || t('nav.user')
  return (
    <HeroPanel className={detailsClasses.panel} aria-labelledby="who-i-am">
      <span className={detailsClasses.initials} aria-hidden>
        {initials(user)}
      </span>
      <div className={detailsClasses.words}>
        <Title order={2} id="who-i-am">
          {name}
        </Title>
        <p className={detailsClasses.whoIAmQuiet}>{user.email}</p>
        <p className={detailsClasses.whoIAmQuiet}>
          {t('profile.memberSince', { day: formatDay(user.createdAt) })}
        </p>
        {(user.isPremium || user.isAdmin) && (
          <ul className={detailsClasses.badges}>
            {user.isPremium && (
              <li className={detailsClasses.badge}>
                <IconCrown aria-hidden size={16} />
                {t('profile.premium')}
              </li>
            )}
            {user.isAdmin && (
              <li className={detailsClasses.badge}>
                <IconShieldCheck aria-hidden size={16} />
                {t('profile.admin')}
              </li>
            )}
          </ul>
        )}
      </div>
      <div className={detailsClasses.points}>
        <p className={detailsClasses.whoIAmQuiet}>{t('profile.points')}</p>
        <PointsAmount points={user.points} size="lg" />
      </div>
    </HeroPanel>
  )
}

function initials({ firstName, lastName, email }: EditableUser): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}

function RecentActivity({ activities }: { activities: Activity[] }) {
  const t = useT()
  return (
    <Panel aria-labelledby="activity">
      <Title order={2} id="activity">
        {t('profileActivity.title')}
      </Title>
      {activities.length === 0 ? (
        <EmptyState
          art={noHistory}
          title={t('profileActivity.emptyTitle')}
          text={t('profileActivity.emptyText')}
          action={
            <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('wallet.toSurveys')}</Button>
          }
        />
      ) : (
        <>
          <MovementList aria-labelledby="activity">
            {activities.map((activity) => (
              <ActivityItem key={`${activity.kind} ${activity.createdAt}`} activity={activity} />
            ))}
          </MovementList>
          <Link to="/withdraw" hash="transactions" className={blocks.link}>
            {t('profileActivity.all')}
          </Link>
        </>
      )}
    </Panel>
  )
}

function ActivityItem({ activity: { kind, description, points, createdAt } }: { activity: Activity }) {
  const t = useT()
  return (
    <MovementRow description={description} time={<TimeAgo date={createdAt} />}>
      {points !== 0 && <PointsAmount points={points} signed />}
      {kind === 'survey-started' && <Quiet>{t('profileActivity.started')}</Quiet>}
    </MovementRow>
  )
}

const ICONS = {
  'first-survey': IconClipboardCheck,
  'survey-rookie': IconAward,
  'survey-expert': IconTrophy,
  'top-earner': IconCoins,
}

function Achievements({ achievements }: { achievements: Achievement[] }) {
  const t = useT()
  return (
    <Panel aria-labelledby="achievements">
      <Title order={2} id="achievements" mb="sm">
        {t('achievements.title')}
      </Title>
      <ul className={detailsClasses.list} aria-labelledby="achievements">
        {achievements.map((achievement) => (
          <AchievementItem key={achievement.id} achievement={achievement} />
        ))}
      </ul>
    </Panel>
  )
}

function AchievementItem({ achievement }: { achievement: Achievement }) {
  const t = useT()
  const { id, threshold, current, isEarned } = achievement
  const Icon = ICONS[id]
  const name = t(`achievements.${id}`)
  const goal = id === 'top-earner' ? 'achievements.goal.earnings' : 'achievements.goal.surveys'
  const progress = t('achievements.progress', { current, threshold })
  return (
    <li className={detailsClasses.item} data-earned={isEarned || undefined}>
      <span className={detailsClasses.icon} aria-hidden>
        <Icon size={24} stroke={1.75} />
      </span>
      <div className={detailsClasses.words}>
        <h3 className={detailsClasses.name}>{name}</h3>
        <p className={detailsClasses.goal}>{t(goal, { threshold })}</p>
      </div>
      {isEarned ? (
        <StatusBadge tone="good" Icon={IconCheck}>
          {t('achievements.earned')}
        </StatusBadge>
      ) : (
        <div className={detailsClasses.progress}>
          <GoalBar label={name} current={current} goal={threshold} text={progress} />
          <span className={detailsClasses.count} aria-hidden>
            {progress}
          </span>
        </div>
      )}
    </li>
  )
}

type Props = {
  label: string
  current: number
  goal: number
  /** The progress in words. */
  text: string
}

function GoalBar({ label, current, goal, text }: Props) {
  const reached = Math.min(current, goal)
  return (
    <Progress.Root size="md">
      <Progress.Section
        value={(100 * reached) / goal}
        // Mantine's progress bar announces only a percentage.
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={reached}
        aria-valuetext={text}
      />
    </Progress.Root>
  )
}

type ProfileStatsProps = {
  user: EditableUser
  /** Lifetime earnings, at the profile's own value of a point (docs/decisions/0001). */
  earningsKes: number
}

function ProfileStats({ user, earningsKes }: ProfileStatsProps) {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery().data
  const { totalEarnings, thisMonthEarnings, surveysCompleted, rating } = user
  return (
    <div className={detailsClasses.stats}>
      <StatGrid label={t('profile.stats')}>
        <StatCard label={t('profile.totalEarnings')}>
          <ProfileValue points={totalEarnings} kes={earningsKes} />
        </StatCard>
        <StatCard label={t('profile.thisMonth')}>
          {terms ? (
            <ProfileValue points={thisMonthEarnings} kes={thisMonthEarnings * terms.profileKesPerPoint} />
          ) : (
            formatPoints(t, thisMonthEarnings)
          )}
        </StatCard>
        <StatCard label={t('profile.surveysCompleted')}>
          {t('profile.count', { count: surveysCompleted })}
        </StatCard>
        <StatCard label={t('profile.rating')}>
          {t('profile.ratingValue', { rating: rating.toFixed(1) })}
        </StatCard>
      </StatGrid>
      {terms && <ReadingsNote terms={terms} />}
    </div>
  )
}

/** Points, and small under them what the profile counts them as: no one is paid that. */
function ProfileValue({ points, kes }: { points: number; kes: number }) {
  const t = useT()
  return (
    <>
      <span>{formatPoints(t, points)}</span>{' '}
      <span className={detailsClasses.valueNote}>{formatKes(kes)}</span>{' '}
      <span className={detailsClasses.valueNote}>{t('profile.notCash')}</span>
    </>
  )
}

/** Explains why one page shows two values of a point, if they differ. */
function ReadingsNote({ terms: { kesPerPoint, profileKesPerPoint } }: { terms: WalletTerms }) {
  const t = useT()
  if (kesPerPoint === profileKesPerPoint) return null
  return (
    <Text size="sm" c="dimmed">
      {t('profile.readings', {
        profileKesPerPoint: formatKes(profileKesPerPoint),
        kesPerPoint: formatKes(kesPerPoint),
      })}
    </Text>
  )
}

/** Links to the invitations, while they pay. */
function InviteNotice() {
  const t = useT()
  const isOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  if (!isOpen) return null
  return (
    <Panel aria-labelledby="invite-title">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3" id="invite-title">
          {t('invite.title')}
        </Title>
        <p className={blocks.flush}>{t('invite.teaser')}</p>
        <Button variant="default" renderRoot={(props) => <Link to="/invite" {...props} />}>
          {t('invite.open')}
        </Button>
      </Stack>
    </Panel>
  )
}
