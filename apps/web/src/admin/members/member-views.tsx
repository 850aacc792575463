import type { AdminMember, MemberWorkKind } from '@chuma/contract/account/members'
import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { Button, Group, NativeSelect, Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useLanguage, useT } from '../../i18n/use-t.ts'
import { MemberDestinations } from '../../payouts/destinations/member-destinations.tsx'
import { WithdrawalList } from '../../payouts/withdrawal-list.tsx'
import profileClasses from '../../profile/profile.module.css'
import { sayCodes, useProfileChange } from '../../profile/use-profile-change.ts'
import { type ApiClient, JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { mayCall } from '../../ui/frame/access.ts'
import tabs from '../../ui/frame/admin-tabs.module.css'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import {
  describeState,
  MovedPoints,
  MovementList,
  MovementRow,
  PointsAmount,
  Quiet,
} from '../../wallet/movements.tsx'
import { isKnownAction } from '../audit/audit-actions.ts'
import {
  MEMBER_SECTIONS,
  MEMBER_TABS,
  type MemberSection,
  type MemberView,
  readMemberView,
  tabOf,
} from './member-filter.ts'
import { MemberNotes, MemberPremium, MemberStanding } from './member-premium.tsx'
import classes from './members.module.css'

type Props = {
  member: AdminMember
  staff: SignedInStaffMember
  asked: MemberView | undefined
  facts: ReactNode
}

/** Everything about the member in four tabs. The address names the tab, or the section to show. */
export function MemberViews({ member, staff, asked, facts }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const sections = MEMBER_SECTIONS.filter(({ opensWith }) => mayCall(staff, opensWith))
  const open = (view: string | null) =>
    void navigate({
      to: '/admin/members/$memberId',
      params: { memberId: member.id },
      search: readMemberView({ view }),
      resetScroll: false,
    })
  const tab = tabOf(asked)
  const row = useShowActiveTab(tab)
  return (
    <Tabs
      value={tab}
      onChange={open}
      activateTabWithKeyboard={false}
      keepMounted={false}
      classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
    >
      <Tabs.List aria-label={t('word.sections')} ref={row}>
        {MEMBER_TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`member.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {MEMBER_TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === 'overview' && facts}
          {sections
            .filter((section) => section.tab === name)
            .map((section) => (
              <Asked key={section.name} isAsked={section.name === asked}>
                <View name={section.name} member={member} staff={staff} />
              </Asked>
            ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Scrolls to the section that the address names. */
function Asked({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) ref.current?.scrollIntoView()
  }, [isAsked])
  return (
    <div ref={ref} className={classes.asked}>
      {children}
    </div>
  )
}

type ViewProps = { name: MemberSection; member: AdminMember; staff: SignedInStaffMember }

function View(props: ViewProps) {
  const t = useT()
  // A profile says itself why it is hidden at first.
  if (props.name === 'profile') return <MemberProfile memberId={props.member.id} />
  return (
    <Section title={t(`member.view.${props.name}`)}>
      <SectionContent {...props} name={props.name} />
    </Section>
  )
}

function SectionContent({ name, member, staff }: ViewProps & { name: Exclude<MemberSection, 'profile'> }) {
  switch (name) {
    case 'ledger':
      return <MemberLedger memberId={member.id} />
    case 'withdrawals':
      return <WithdrawalList query={{ memberId: member.id }} />
    case 'destinations':
      return (
        <MemberDestinations
          memberId={member.id}
          mayDecide={member.erasedAt === null && staff.permissions.includes('withdrawals:decide')}
        />
      )
    case 'work':
      return <MemberWorkList memberId={member.id} />
    case 'devices':
      return <MemberDevices memberId={member.id} />
    case 'security':
      return <MemberSecurity memberId={member.id} />
    case 'premium':
      return <MemberPremium member={member} />
    case 'standing':
      return <MemberStanding member={member} />
    case 'notes':
      return <MemberNotes memberId={member.id} />
    case 'audit':
      return <MemberAudit memberId={member.id} />
  }
}

/** What changed about how the account is opened, newest first: only what and when. */
function MemberSecurity({ memberId }: { memberId: string }) {
  const t = useT()
  const events = trpc.admin.listMemberSecurityEvents.useQuery({ memberId }, { staleTime: 0 })
  return (
    <QueryView query={events} skeleton={<Skeletons count={3} height={64} />}>
      {(list) =>
        list.length === 0 ? (
          <Text c="dimmed">{t('member.noSecurityEvents')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {t('member.securityLead')}
            </Text>
            <ul className={classes.rows} aria-label={t('member.view.security')}>
              {list.map(({ id, kind, at }) => (
                <li key={id}>
                  <Text fw={600}>{t(`securityEvents.${kind}`)}</Text>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(at)}
                  </Text>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  )
}

const SIZE = 25

const ledgerPages = (client: ApiClient, memberId: string) =>
  keysetPages({
    key: [...getQueryKey(trpc.admin.listMemberActivity), memberId],
    size: SIZE,
    load: (page: KeysetPage<string>, signal) =>
      client.admin.listMemberActivity.query({ memberId, ...page }, { signal }),
    cursorOf: ({ id }) => id,
    cursor: 'before',
  })

/** The member's postings as they see them, newest first. */
function MemberLedger({ memberId }: { memberId: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = useInfiniteQuery({ ...ledgerPages(client, memberId), staleTime: JUST_NOW_MS })
  return (
    <MoreRows query={query}>
      {(lines) => (
        <MovementList aria-label={t('member.view.ledger')}>
          {lines.map((line) => (
            <MovementRow
              key={line.id}
              description={line.description}
              time={`${formatDateTime(line.createdAt)} · ${t(`activityState.${describeState(line)}`)}`}
              details={line.reason && <Quiet>{line.reason}</Quiet>}
            >
              <MovedPoints
                points={line.points}
                heldPoints={line.heldPoints}
                isVoid={line.state === 'cancelled' || line.state === 'reversed'}
              />
            </MovementRow>
          ))}
        </MovementList>
      )}
    </MoreRows>
  )
}

/** The audit entries about this member and what belongs to them, newest first. */
function MemberAudit({ memberId }: { memberId: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = useInfiniteQuery({
    ...keysetPages({
      key: [...getQueryKey(trpc.admin.listMemberAudit), memberId],
      size: SIZE,
      load: (page: KeysetPage<number>, signal) =>
        client.admin.listMemberAudit.query({ memberId, ...page }, { signal }),
      cursorOf: ({ id }) => id,
      cursor: 'before',
    }),
    staleTime: 0,
  })
  return (
    <MoreRows query={query}>
      {(entries) => (
        <ul className={classes.rows} aria-label={t('member.view.audit')}>
          {entries.map(({ id, at, actor, action, reason }) => (
            <li key={id}>
              <Text fw={600}>{isKnownAction(action) ? t(`auditAction.${action}`) : action}</Text>
              {reason && <Text className={blocks.words ?? ''}>{reason}</Text>}
              <Text size="sm" c="dimmed">
                {t('member.noteBy', { name: actorName(t, actor), when: formatDateTime(at) })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </MoreRows>
  )
}

/** The devices the member signed in on, and other members seen on them. */
function MemberDevices({ memberId }: { memberId: string }) {
  const t = useT()
  const query = trpc.admin.listMemberSessions.useQuery({ memberId }, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
      {({ sessions, others }) => (
        <>
          <ul className={classes.rows} aria-label={t('member.view.devices')}>
            {sessions.map((session) => (
              <li key={session.id}>
                <Text fw={600}>
                  {session.device}
                  {session.address && ` · ${session.address}`}
                </Text>
                <Text size="sm" c="dimmed">
                  {t(session.isOpen ? 'member.sessionOpen' : 'member.sessionOver')} · {t('members.seen')}{' '}
                  <TimeAgo date={session.lastSeenAt} /> ·{' '}
                  {t('members.since', { day: formatDay(session.createdAt) })}
                </Text>
              </li>
            ))}
          </ul>
          <section aria-labelledby="others">
            <Title order={3} id="others">
              {t('member.others')}
            </Title>
            <Text c="dimmed">{t(others.length > 0 ? 'member.othersHint' : 'member.noOthers')}</Text>
            <ul className={classes.rows}>
              {others.map((other) => (
                <li key={other.id}>
                  <Link to="/admin/members/$memberId" params={{ memberId: other.id }} className={blocks.link}>
                    {other.name}
                  </Link>
                  <Text size="sm" c="dimmed">
                    {other.email} · {t('members.seen')} <TimeAgo date={other.lastSeenAt} />
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </QueryView>
  )
}

const KINDS = ['surveys', 'clicks', 'proofs'] as const satisfies readonly MemberWorkKind[]
const STATES = [
  'started',
  'in_progress',
  'completed',
  'screened_out',
  'expired',
  'link',
  'survey',
  'submitted',
  'approved',
  'rejected',
] as const

/** Surveys, links and proofs, one kind at a time, newest first. */
function MemberWorkList({ memberId }: { memberId: string }) {
  const t = useT()
  const [kind, setKind] = useState<MemberWorkKind>('surveys')
  return (
    <>
      <NativeSelect
        label={t('word.show')}
        className={classes.choice ?? ''}
        data={KINDS.map((value) => ({ value, label: t(`member.workKind.${value}`) }))}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(KINDS.find((name) => name === currentTarget.value) ?? 'surveys')
        }
      />
      <WorkOfKind key={kind} memberId={memberId} kind={kind} />
    </>
  )
}

function WorkOfKind({ memberId, kind }: { memberId: string; kind: MemberWorkKind }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const query = useInfiniteQuery({
    ...keysetPages({
      key: [...getQueryKey(trpc.admin.listMemberWork), memberId, kind],
      size: SIZE,
      load: (page: KeysetPage<string>, signal) =>
        client.admin.listMemberWork.query({ memberId, kind, ...page }, { signal }),
      cursorOf: ({ id }) => id,
    }),
    staleTime: 0,
  })
  return (
    <MoreRows query={query}>
      {(rows) => (
        <MovementList aria-label={t(`member.workKind.${kind}`)}>
          {rows.map(({ id, title, state, points, startedAt, note }) => (
            <MovementRow
              key={id}
              description={title}
              time={`${formatDateTime(startedAt)} · ${describeWorkState(t, state)}`}
              details={
                <>
                  {note && <Quiet>{note}</Quiet>}
                  {kind === 'surveys' && state === 'completed' && (
                    <Link
                      to="/admin/survey-reviews"
                      search={{ review: id }}
                      className={blocks.link}
                      aria-label={`${t('reviews.title')}: ${title}`}
                    >
                      {t('reviews.title')}
                    </Link>
                  )}
                </>
              }
            >
              <PointsAmount points={points} />
            </MovementRow>
          ))}
        </MovementList>
      )}
    </MoreRows>
  )
}

function describeWorkState(t: (key: MessageKey) => string, state: string): string {
  const known = STATES.find((name) => name === state)
  return known ? t(`member.workState.${known}`) : state
}

/** A member's profile, for staff who may see it. Each look is recorded, so it takes a click. */
function MemberProfile({ memberId }: { memberId: string }) {
  const t = useT()
  const language = useLanguage()
  const { failure } = useProfileChange()
  const look = useAction(trpc.admin.showMemberProfile, { failure })
  const shown = look.data
  return (
    <Section title={t('memberProfile.title')} text={t('memberProfile.text')}>
      {!shown && (
        <Group>
          <Button loading={look.isPending} onClick={() => look.run({ memberId })}>
            {t('memberProfile.show')}
          </Button>
        </Group>
      )}
      {shown?.answers.length === 0 && <p className={blocks.flush}>{t('memberProfile.none')}</p>}
      <ul className={blocks.list}>
        {shown?.answers.map(({ attribute, codes, answeredAt, expiresAt }) => (
          <li key={attribute} className={profileClasses.row}>
            <div>
              <p className={profileClasses.name}>
                {PROFILE_ATTRIBUTES[attribute].name[language]}: {sayCodes(attribute, codes, language)}
              </p>
              <p className={blocks.quiet}>
                {t('aboutYou.until', { day: formatDay(answeredAt), until: formatDay(expiresAt) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown && shown.changes.length > 0 && (
        <div>
          <p className={profileClasses.name}>{t('memberProfile.changes')}</p>
          {shown.changes.map(({ attribute, at }) => (
            <p key={`${attribute} ${at}`} className={blocks.quiet}>
              {t('memberProfile.changed', {
                name: PROFILE_ATTRIBUTES[attribute].name[language],
                day: formatDay(at),
              })}
            </p>
          ))}
        </div>
      )}
    </Section>
  )
}
