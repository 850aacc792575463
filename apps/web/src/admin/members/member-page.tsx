import type { AdminMember } from '@chuma/contract/account/members'
import type { Permission } from '@chuma/contract/admin/permissions'
import { Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { useRefreshMembers } from '../../payouts/data.ts'
import { PauseDialog } from '../../payouts/pauses/answer-dialog.tsx'
import { isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import sheet from '../../ui/figures/figures.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { Fact } from '../../ui/page/section.tsx'
import { MessageState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { MemberRoleDialog } from '../staff/people-forms.tsx'
import { EditEarningsDialog, listStanding, type WithStanding } from './edit-earnings-dialog.tsx'
import type { MemberView } from './member-filter.ts'
import { MemberViews } from './member-views.tsx'
import classes from './members.module.css'
import memberBadgesClasses from './users.module.css'

/** Everything about one member, with the actions staff can take. */
export function MemberPage({ memberId, asked }: { memberId: string; asked: MemberView | undefined }) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getMember.useQuery({ memberId }, { enabled: mayRead })
  const member = query.data
  const status = isApiError(query.error) ? query.error.data?.httpStatus : undefined
  const isGone = status === 404 || status === 400
  return (
    <AdminFrame title={member ? `${member.firstName} ${member.lastName}` : t('word.member')}>
      {(staff) => (
        <>
          <BackLink to="/admin/members">{t('member.back')}</BackLink>
          {isGone ? (
            <MessageState icon={<IconUserOff />} title={t('member.goneTitle')} text={t('member.goneText')} />
          ) : (
            <QueryView query={query} skeleton={<Skeletons count={3} height={140} />}>
              {(found) => (
                <>
                  <MemberHead member={found} />
                  <MemberViews
                    member={found}
                    staff={staff}
                    asked={asked}
                    facts={<MemberFacts member={found} />}
                  />
                </>
              )}
            </QueryView>
          )}
        </>
      )}
    </AdminFrame>
  )
}

/** The member's standing, and the actions staff can take. */
function MemberHead({ member }: { member: AdminMember }) {
  const t = useT()
  const { erasedAt, deletionDueAt } = member
  return (
    <div className={classes.summary}>
      <MemberBadges user={member} />
      {erasedAt && <Text fw={600}>{t('member.erased', { day: formatDay(erasedAt) })}</Text>}
      {!erasedAt && deletionDueAt && (
        <Text fw={600}>{t('member.closing', { day: formatDay(deletionDueAt) })}</Text>
      )}
      {!erasedAt && <MemberActions member={member} />}
    </div>
  )
}

/** What the member has, and who they are. */
function MemberFacts({ member }: { member: AdminMember }) {
  const t = useT()
  const { acceptedTerms } = member
  return (
    <>
      <StatGrid label={t('word.figures')}>
        <StatCard label={t('members.points')}>
          <PointsAmount points={member.points} />
        </StatCard>
        <StatCard label={t('members.held')}>
          <PointsAmount points={member.heldPoints} />
        </StatCard>
        <StatCard label={t('members.totalEarnings')}>
          <PointsAmount points={member.totalEarnings} />
        </StatCard>
        <StatCard label={t('members.thisMonth')}>
          <PointsAmount points={member.thisMonthEarnings} />
        </StatCard>
        <StatCard label={t('members.surveys')}>{member.surveysCompleted}</StatCard>
        <StatCard label={t('members.rating')}>{member.rating.toFixed(1)}</StatCard>
      </StatGrid>
      <Panel aria-label={t('member.facts')}>
        <dl className={sheet.facts}>
          <Fact label={t('member.email')}>{member.email}</Fact>
          <Fact label={t('member.country')}>{member.country}</Fact>
          <Fact label={t('member.id')}>
            <code>{member.id}</code>
          </Fact>
          <Fact label={t('word.joined')}>{formatDay(member.createdAt)}</Fact>
          <Fact label={t('member.lastSeen')}>
            <TimeAgo date={member.lastSeenAt} />
          </Fact>
          <Fact label={t('member.terms')}>
            {acceptedTerms
              ? t('member.termsAccepted', {
                  version: acceptedTerms.version,
                  day: formatDay(acceptedTerms.acceptedAt),
                })
              : t('word.none')}
          </Fact>
          <Fact label={t('member.mpesa')}>
            {member.mpesaNumbers.map((number) => `+${number}`).join(', ') || t('word.none')}
          </Fact>
        </dl>
      </Panel>
    </>
  )
}

/** The member's standing at a glance. */
function MemberBadges({ user }: { user: WithStanding }) {
  const t = useT()
  return (
    <p className={memberBadgesClasses.badges}>
      {listStanding(user).map(({ Picture, tone, name }) => (
        <StatusBadge key={name} tone={tone} Icon={Picture}>
          {t(name)}
        </StatusBadge>
      ))}
    </p>
  )
}

type Action = 'edit' | 'suspend' | 'restore' | 'pause' | 'sign-out' | 'grant' | 'end-premium' | 'role'

const LABELS = {
  edit: 'members.edit',
  suspend: 'member.suspend',
  restore: 'member.restore',
  'sign-out': 'member.signOut',
  grant: 'member.grant',
  'end-premium': 'member.endPremium',
  role: 'member.role',
} as const

/** The actions on this member that the signed-in staff may take, and their dialogs. */
function MemberActions({ member }: { member: AdminMember }) {
  const t = useT()
  const [asked, setAsked] = useState<Action | null>(null)
  const close = () => setAsked(null)
  const mayEdit = useMay('members:edit')
  const maySuspend = useMay('members:suspend')
  const mayGrant = useMay('premium:grant')
  const mayPromote = useMay('staff:manage')
  const may = (permission: Permission) =>
    ({
      'members:edit': mayEdit,
      'members:suspend': maySuspend,
      'premium:grant': mayGrant,
      'staff:manage': mayPromote,
    })[permission as string]
  const actions = listActions(member).filter(({ needs }) => may(needs))
  const name = `${member.firstName} ${member.lastName}`
  const { id: memberId, isPaused } = member
  if (actions.length === 0) return null
  return (
    <div className={classes.actions}>
      {actions.map(({ action }) => (
        <Button key={action} variant="default" onClick={() => setAsked(action)}>
          {action === 'pause' ? t(isPaused ? 'word.resumePayouts' : 'pausing.pause') : t(LABELS[action])}
        </Button>
      ))}
      {asked === 'edit' && <EditEarningsDialog user={member} onClose={close} />}
      {asked === 'role' && <MemberRoleDialog member={member} onClose={close} />}
      {asked === 'grant' && <GrantDialog member={member} onClose={close} />}
      <PauseDialog member={{ id: memberId, name, isPaused }} opened={asked === 'pause'} onClose={close} />
      <StandingDialogs {...{ memberId, name, asked, close }} />
    </div>
  )
}

type StandingProps = { memberId: string; name: string; asked: Action | null; close: () => void }

/** Whether the member may sign in, their sessions, and the end of their premium. */
function StandingDialogs({ memberId, name, asked, close }: StandingProps) {
  const t = useT()
  const form = useReason()
  // Also after a refusal: someone else changed the member first, so this screen is out of date.
  const handlers = { form, onDone: close, onEnd: useRefreshMembers() }
  const suspend = useAction(trpc.admin.suspendMember, { ...handlers, done: t('member.suspendedDone') })
  const restore = useAction(trpc.admin.restoreMember, { ...handlers, done: t('member.restoredDone') })
  const signOut = useAction(trpc.admin.endMemberSessions, { ...handlers, done: t('member.signedOutDone') })
  const endPremium = useAction(trpc.admin.endPremium, { ...handlers, done: t('member.ended') })
  return (
    <>
      {asked === 'suspend' && (
        <ReasonDialog
          form={form}
          title={t('member.suspendTitle', { name })}
          text={t('member.suspendText')}
          action={t('member.suspend')}
          isPending={suspend.isPending}
          onClose={close}
          isDanger
          onSend={(reason) => suspend.run({ memberId, reason })}
        />
      )}
      {asked === 'end-premium' && (
        <ReasonDialog
          form={form}
          title={t('member.endTitle', { name })}
          text={t('member.endText')}
          action={t('member.endPremium')}
          isPending={endPremium.isPending}
          onClose={close}
          isDanger
          onSend={(reason) => endPremium.run({ memberId, reason })}
        />
      )}
      <ConfirmDialog
        title={t('member.restoreTitle', { name })}
        text={t('member.restoreText')}
        action={t('member.restore')}
        opened={asked === 'restore'}
        isPending={restore.isPending}
        onConfirm={() => restore.run({ memberId })}
        onClose={close}
      />
      <ConfirmDialog
        title={t('member.signOutTitle', { name })}
        text={t('member.signOutText')}
        action={t('member.signOut')}
        opened={asked === 'sign-out'}
        isPending={signOut.isPending}
        onConfirm={() => signOut.run({ memberId })}
        onClose={close}
      />
    </>
  )
}

function listActions({ isSuspended, isPremium }: AdminMember): { action: Action; needs: Permission }[] {
  return [
    { action: 'edit', needs: 'members:edit' },
    { action: isSuspended ? 'restore' : 'suspend', needs: 'members:suspend' },
    { action: 'pause', needs: 'members:suspend' },
    { action: 'sign-out', needs: 'members:suspend' },
    { action: 'grant', needs: 'premium:grant' },
    ...(isPremium ? [{ action: 'end-premium' as const, needs: 'premium:grant' as const }] : []),
    { action: 'role', needs: 'staff:manage' },
  ]
}

type Values = { months: number | string; reason: string }

function GrantDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const t = useT()
  const form = useForm<Values>({
    initialValues: { months: 1, reason: '' },
    validate: {
      months: (months) => (Number(months) >= 1 && Number(months) <= 24 ? null : t('member.monthsWrong')),
      reason: (reason) => (reason.trim() ? null : t('admin.reasonMissing')),
    },
  })
  const grant = useAction(trpc.admin.grantPremium, {
    form,
    onDone: onClose,
    done: t('member.granted'),
    onEnd: useRefreshMembers(),
  })
  const submit = ({ months, reason }: Values) =>
    grant.run({ memberId: member.id, months: Number(months), reason })
  return (
    <FormDialog
      onClose={onClose}
      title={t('member.grantTitle', { name: `${member.firstName} ${member.lastName}` })}
      action={t('member.grant')}
      isPending={grant.isPending}
      form={form}
      onSend={submit}
    >
      <Text c="dimmed">{t('member.grantText')}</Text>
      <NumberInput
        label={t('word.months')}
        allowDecimal={false}
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('months')}
      />
      <Textarea label={t('word.reason')} maxLength={500} rows={3} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
