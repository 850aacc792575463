import type { Achievement, Activity, EditableUser, ProfileCompletion } from '@chuma/contract/account/profile'
import { Button, Progress, Title } from '@mantine/core'
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
import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import noHistory from '../../art/no-history.svg'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { InviteNotice } from '../../referral/invite-notice.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { HeroPanel } from '../../ui/page/hero-panel.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { isSettled } from '../../ui/states/is-settled.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { MovementList, MovementRow, Quiet } from '../../wallet/ledger/movement-row.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import detailsClasses from './details.module.css'
import { EmailNotice, ProfileForm } from './profile-form.tsx'
import classes from './profile-page.module.css'
import { ProfileStats } from './profile-stats.tsx'
import whoIAmClasses from './who-i-am.module.css'

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

/** How complete the profile is, with a link to what is missing. */
function Completion({ completion: { percent, missing } }: { completion: ProfileCompletion }) {
  const t = useT()
  const value = t('profile.completionValue', { percent })
  return (
    <Panel aria-labelledby="completion">
      <Title order={2} size="h3" id="completion">
        {t('profile.completion')}
      </Title>
      <p className={classes.value}>{value}</p>
      <GoalBar label={t('profile.completion')} current={percent} goal={100} text={value} />
      {missing.length === 0 ? (
        <p className={classes.quiet}>{t('profile.completionDone')}</p>
      ) : (
        <>
          <p className={classes.quiet} id="missing">
            {t('profile.missing')}
          </p>
          <ul className={classes.missing} aria-labelledby="missing">
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
        <dl className={detailsClasses.list}>
          {FIELDS.map((name) => (
            <div key={name} className={detailsClasses.entry}>
              <dt className={detailsClasses.label}>{t(`profile.${name}`)}</dt>
              <dd className={detailsClasses.value}>{user[name].trim() || t('profile.notGiven')}</dd>
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
    <HeroPanel className={whoIAmClasses.panel} aria-labelledby="who-i-am">
      <span className={whoIAmClasses.initials} aria-hidden>
        {initials(user)}
      </span>
      <div className={whoIAmClasses.words}>
        <Title order={2} id="who-i-am">
          {name}
        </Title>
        <p className={whoIAmClasses.quiet}>{user.email}</p>
        <p className={whoIAmClasses.quiet}>{t('profile.memberSince', { day: formatDay(user.createdAt) })}</p>
        {(user.isPremium || user.isAdmin) && (
          <ul className={whoIAmClasses.badges}>
            {user.isPremium && (
              <li className={whoIAmClasses.badge}>
                <IconCrown aria-hidden size={16} />
                {t('profile.premium')}
              </li>
            )}
            {user.isAdmin && (
              <li className={whoIAmClasses.badge}>
                <IconShieldCheck aria-hidden size={16} />
                {t('profile.admin')}
              </li>
            )}
          </ul>
        )}
      </div>
      <div className={whoIAmClasses.points}>
        <p className={whoIAmClasses.quiet}>{t('profile.points')}</p>
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
            <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>
              {t('profileActivity.emptyAction')}
            </Button>
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
      <ul className={classes.list} aria-labelledby="achievements">
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
    <li className={classes.item} data-earned={isEarned || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={24} stroke={1.75} />
      </span>
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.goal}>{t(goal, { threshold })}</p>
      </div>
      {isEarned ? (
        <StatusBadge tone="good" icon={<IconCheck size={16} />}>
          {t('achievements.earned')}
        </StatusBadge>
      ) : (
        <div className={classes.progress}>
          <GoalBar label={name} current={current} goal={threshold} text={progress} />
          <span className={classes.count} aria-hidden>
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

export function loadProfile(loading: Loading): void {
  loadForMember(loading, ({ account, wallet }) => [
    account.getProfile.prefetch(undefined, { staleTime: 0 }),
    wallet.getTerms.prefetch(),
  ])
}
