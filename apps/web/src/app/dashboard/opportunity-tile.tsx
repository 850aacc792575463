import type { Opportunity } from '@chuma/contract/tasks/games'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconBriefcase,
  IconChartPie,
  IconCheck,
  IconClipboardList,
  IconGift,
  IconHelpCircle,
  IconLock,
  IconPlayerPlay,
  IconShare,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useOpenOffer } from '../../premium/premium-offer.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import type { DashboardTab } from './dashboard-tab.ts'
import classes from './opportunity-tile.module.css'
import { DAILY_CLAIM_ID, TABS_ID } from './places.ts'

type Kind = Opportunity['kind']

const ICONS = {
  survey: IconClipboardList,
  'daily-login': IconGift,
  'micro-job': IconBriefcase,
  video: IconPlayerPlay,
  ad: IconSpeakerphone,
  quiz: IconHelpCircle,
  spin: IconChartPie,
  social: IconShare,
} as const satisfies Record<Kind, unknown>

const TABS = {
  survey: 'surveys',
  'micro-job': 'social',
  video: 'earn',
  ad: 'earn',
  quiz: 'games',
  spin: 'games',
  social: 'social',
} as const satisfies Record<Exclude<Kind, 'daily-login'>, DashboardTab>

type Props = { way: Opportunity; isLocked: boolean }

/** One way to earn: how much of it is left today, with a link. */
export function OpportunityTile({ way, isLocked }: Props) {
  const openOffer = useOpenOffer()
  const state = isLocked ? 'locked' : way.open === 0 ? 'done' : 'open'
  const face = <Face way={way} state={state} />
  if (isLocked) {
    return (
      <UnstyledButton className={classes.tile ?? ''} data-state={state} {...openOffer}>
        {face}
      </UnstyledButton>
    )
  }
  return (
    <Place way={way} state={state}>
      {face}
    </Place>
  )
}

type State = 'open' | 'done' | 'locked'

/** The bonus is claimed further up on this page; once claimed, there is nothing to link to. */
function Place({ way: { kind }, state, children }: { way: Opportunity; state: State; children: ReactNode }) {
  if (kind !== 'daily-login') {
    return (
      <TabLink tab={TABS[kind]} className={classes.tile}>
        {children}
      </TabLink>
    )
  }
  if (state === 'done') return <div className={classes.tile}>{children}</div>
  return (
    <UnstyledButton
      className={classes.tile ?? ''}
      onClick={() => document.getElementById(DAILY_CLAIM_ID)?.focus()}
    >
      {children}
    </UnstyledButton>
  )
}

function Face({ way: { kind, open, done, upToPoints }, state }: { way: Opportunity; state: State }) {
  const t = useT()
  const Icon = ICONS[kind]
  return (
    <>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.name}>{t(`today.kind.${kind}`)}</span>
      <span className={classes.worth}>
        {upToPoints === null ? (
          t('today.each')
        ) : (
          <>
            {kind !== 'daily-login' && t('today.upTo')} <PointsAmount points={upToPoints} size="sm" />
          </>
        )}
      </span>
      <span className={classes.state} data-state={state}>
        {state === 'open' && t(done > 0 ? 'today.openDone' : 'today.open', { open, done })}
        {state === 'done' && (
          <>
            <IconCheck aria-hidden size={16} /> {t('today.done')}
          </>
        )}
        {state === 'locked' && (
          <>
            <IconLock aria-hidden size={16} /> {t('today.premium')}
            <VisuallyHidden>: {t('today.unlock')}</VisuallyHidden>
          </>
        )}
      </span>
    </>
  )
}

type TabLinkProps = { tab: DashboardTab; className: string | undefined; children: ReactNode }

/** Opens a tab of the dashboard on this page and moves the focus there. */
function TabLink({ tab, className, children }: TabLinkProps) {
  return (
    <Link to="." search={{ tab }} resetScroll={false} className={className} onClick={() => goTo(tab)}>
      {children}
    </Link>
  )
}

function goTo(tab: DashboardTab): void {
  document.getElementById(TABS_ID)?.scrollIntoView()
  document.getElementById(`${TABS_ID}-tab-${tab}`)?.focus({ preventScroll: true })
}
