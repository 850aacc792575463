import type { RouterInputs } from '@chuma/api/types'
import type { AdminMember } from '@chuma/contract/account/members'
import { formatKes } from '@chuma/contract/format-money'
import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import type { AdminPremiumPayment } from '@chuma/contract/premium/premium'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { actorName, ReasonDialog, useShowFailure } from '../../admin/actions.tsx'
import { useMay } from '../../admin/frame/staff-member.tsx'
import { MoreRows } from '../../admin/lists.tsx'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { AnswerDialog } from '../../payouts/pauses/answer-dialog.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { useRefreshMembers } from './edit-earnings-dialog.tsx'
import classes from './members.module.css'

/** The member's premium: its end, its reason, its payments. Payments in review are decided here. */
export function MemberPremium({ member }: { member: AdminMember }) {
  const t = useT()
  const payments = trpc.admin.listPremiumPayments.useQuery(
    { memberId: member.id, limit: 100 },
    { staleTime: 0 },
  )
  return (
    <>
      <Text fw={600}>
        {member.premiumUntil
          ? t('member.premiumUntil', { day: formatDay(member.premiumUntil) })
          : t('member.notPremium')}
      </Text>
      {member.grants.length > 0 && (
        <section aria-labelledby="grants">
          <Title order={3} id="grants">
            {t('member.grants')}
          </Title>
          <ul className={classes.rows}>
            {member.grants.map(({ createdAt, kind, months, premiumUntil, actor, reason }) => (
              <li key={createdAt}>
                <Text fw={600}>{t(`member.grantKind.${kind}`)}</Text>
                <Text size="sm" c="dimmed">
                  {t('member.grantLine', {
                    months,
                    day: formatDay(premiumUntil),
                    name: actorName(t, actor),
                    reason,
                  })}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="payments">
        <Title order={3} id="payments">
          {t('member.payments')}
        </Title>
        <QueryView query={payments} skeleton={<Skeletons count={2} height={64} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Text c="dimmed">{t('member.none')}</Text>
            ) : (
              <ul className={classes.rows}>
                {rows.map((payment) => (
                  <Payment key={payment.id} payment={payment} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </>
  )
}

function Payment({ payment }: { payment: AdminPremiumPayment }) {
  const t = useT()
  const mayDecide = useMay('premium:grant')
  const [decision, setDecision] = useState<'grant' | 'close' | null>(null)
  const { decide, isPending } = useManageMember(() => setDecision(null))
  const { id, amountKes, months, state, createdAt, receipt, note } = payment
  const label = decision === 'close' ? 'member.decideClose' : 'member.decideGrant'
  return (
    <li>
      <Text fw={600}>
        {t('member.payment', { kes: formatKes(amountKes), months })} · {t(`member.paymentState.${state}`)}
      </Text>
      <Text size="sm" c="dimmed">
        <TimeAgo date={createdAt} />
        {[receipt, note].filter(Boolean).map((text) => ` · ${text}`)}
      </Text>
      {state === 'review' && mayDecide && (
        <div className={classes.actions}>
          <Button onClick={() => setDecision('grant')}>{t('member.decideGrant')}</Button>
          <Button variant="default" onClick={() => setDecision('close')}>
            {t('member.decideClose')}
          </Button>
        </div>
      )}
      {decision && (
        <ReasonDialog
          title={t(label)}
          text={t('member.decideText')}
          action={t(label)}
          isPending={isPending}
          onClose={() => setDecision(null)}
          isDanger
          onSend={(reason) => decide({ id, decision, note: reason })}
        />
      )}
    </li>
  )
}

type Inputs = RouterInputs['admin']

/** Change a member's standing or premium once, report the outcome and reload the member. */
export function useManageMember(onDone: () => void) {
  const t = useT()
  const handlers = {
    onError: useShowFailure(),
    // Also after a refusal: someone else changed the member first, so this screen is out of date.
    onSettled: useRefreshMembers(),
  }
  const done = (title: string) => ({
    ...handlers,
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title })
    },
  })
  const suspending = trpc.admin.suspendMember.useMutation(done(t('member.suspendedDone')))
  const restoring = trpc.admin.restoreMember.useMutation(done(t('member.restoredDone')))
  const signingOut = trpc.admin.endMemberSessions.useMutation(done(t('member.signedOutDone')))
  const granting = trpc.admin.grantPremium.useMutation(done(t('member.granted')))
  const ending = trpc.admin.endPremium.useMutation(done(t('member.ended')))
  const deciding = trpc.admin.decidePremiumPayment.useMutation(done(t('member.decided')))
  const promoting = trpc.admin.setMemberRole.useMutation(done(t('member.roleSaved')))
  const all = [promoting, suspending, restoring, signingOut, granting, ending, deciding]
  const once =
    <Input,>(mutate: (input: Input) => Promise<unknown>) =>
    async (input: Input) => {
      await mutate(input).catch(() => undefined)
    }
  return {
    suspend: useSingleFlight(once<Inputs['suspendMember']>(suspending.mutateAsync)),
    restore: useSingleFlight(once<Inputs['restoreMember']>(restoring.mutateAsync)),
    signOut: useSingleFlight(once<Inputs['endMemberSessions']>(signingOut.mutateAsync)),
    grant: useSingleFlight(once<Inputs['grantPremium']>(granting.mutateAsync)),
    endPremium: useSingleFlight(once<Inputs['endPremium']>(ending.mutateAsync)),
    decide: useSingleFlight(once<Inputs['decidePremiumPayment']>(deciding.mutateAsync)),
    setRole: useSingleFlight(once<Inputs['setMemberRole']>(promoting.mutateAsync)),
    isPending: all.some(({ isPending }) => isPending),
  }
}

const SIZE = 25

/** Staff's notes to each other about this member, newest first. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const t = useT()
  const mayWrite = useMay('members:edit')
  const { client } = trpc.useUtils()
  const query = usePages({
    key: [...getQueryKey(trpc.admin.listMemberNotes), memberId],
    load: (after: string | null, signal) =>
      client.admin.listMemberNotes.query({ memberId, limit: SIZE, ...(after && { after }) }, { signal }),
    placeOf: ({ id }) => id,
    size: SIZE,
  })
  return (
    <>
      {mayWrite && <AddNote memberId={memberId} />}
      <MoreRows query={query}>
        {(notes) => (
          <ul className={classes.rows} aria-label={t('member.view.notes')}>
            {notes.map(({ id, note, author, createdAt }) => (
              <li key={id}>
                <Text className={blocks.words ?? ''}>{note}</Text>
                <Text size="sm" c="dimmed">
                  {t('member.noteBy', { name: actorName(t, author), when: formatDateTime(createdAt) })}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </MoreRows>
    </>
  )
}

function AddNote({ memberId }: { memberId: string }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t('member.noteMissing')) },
  })
  const adding = trpc.admin.addMemberNote.useMutation({
    onSuccess: () => {
      form.reset()
      showToast({ kind: 'success', title: t('member.noteAdded') })
      void utils.admin.listMemberNotes.invalidate()
      void utils.admin.listMemberAudit.invalidate()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  const add = useSingleFlight(async ({ note }: { note: string }) => {
    await adding.mutateAsync({ memberId, note }).catch(() => undefined)
  })
  return (
    <form onSubmit={form.onSubmit(add, focusFirstError(form))} noValidate>
      <Stack>
        <Textarea
          label={t('member.note')}
          description={t('member.noteHint')}
          maxLength={2000}
          rows={3}
          {...form.getInputProps('note')}
        />
        <div>
          <Button type="submit" loading={adding.isPending}>
            {t('member.noteAdd')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type Options<Row, Place> = {
  /** Starts with tRPC's key of the call, so that invalidating the call invalidates this list too. */
  key: readonly unknown[]
  load: (place: Place | null, signal: AbortSignal) => Promise<Row[]>
  placeOf: (row: Row) => Place
  size: number
}

/**
 * Load a list page by page. tRPC's own infinite query requires an input named `cursor`; here the last row is the
 * cursor.
 */
export function usePages<Row, Place>({ key, load, placeOf, size }: Options<Row, Place>) {
  return useInfiniteQuery<Row[], Error, InfiniteData<Row[]>, readonly unknown[], Place | null>({
    queryKey: [...key, 'all'],
    queryFn: ({ pageParam, signal }) => load(pageParam as Place | null, signal),
    initialPageParam: null,
    getNextPageParam: (page) => {
      const last = page.length < size ? undefined : page.at(-1)
      return last === undefined ? null : placeOf(last)
    },
    staleTime: 0,
  })
}

/** Whether the member can sign in and be paid: now, and in the past. */
export function MemberStanding({ member }: { member: AdminMember }) {
  const t = useT()
  const { suspendedAt, suspensionReason } = member
  const pauses = trpc.admin.listPayoutPauses.useQuery({ memberId: member.id, limit: 100 }, { staleTime: 0 })
  return (
    <>
      <Text fw={600}>
        {suspendedAt
          ? t('member.suspendedSince', { day: formatDay(suspendedAt), reason: suspensionReason ?? '' })
          : t('member.notSuspended')}
      </Text>
      <section aria-labelledby="pauses">
        <Title order={3} id="pauses">
          {t('member.pauses')}
        </Title>
        <QueryView query={pauses} skeleton={<Skeletons count={2} height={64} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Text c="dimmed">{t('member.noPauses')}</Text>
            ) : (
              <ul className={classes.rows}>
                {rows.map((pause) => (
                  <Pause key={pause.id} pause={pause} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </>
  )
}

function Pause({ pause }: { pause: AdminPayoutPause }) {
  const t = useT()
  const mayAnswer = useMay('members:suspend')
  const [isAnswering, setAnswering] = useState(false)
  const { pausedAt, pausedBy, reason, appeal, appealAnswer, answeredBy, liftedAt, liftedBy, liftReason } =
    pause
  const isWaiting = appeal !== null && appealAnswer === null && liftedAt === null
  return (
    <li>
      <Text>
        {t('member.pausedBy', { when: formatDateTime(pausedAt), name: actorName(t, pausedBy), reason })}
      </Text>
      {appeal && <Text className={blocks.words ?? ''}>{t('member.appeal', { text: appeal })}</Text>}
      {appealAnswer && (
        <Text className={blocks.words ?? ''}>
          {t('member.appealAnswer', { name: actorName(t, answeredBy ?? 'system'), text: appealAnswer })}
        </Text>
      )}
      {liftedAt && (
        <Text>
          {t('member.liftedBy', {
            when: formatDateTime(liftedAt),
            name: actorName(t, liftedBy ?? 'system'),
            reason: liftReason ?? '',
          })}
        </Text>
      )}
      {isWaiting && mayAnswer && (
        <Button variant="default" onClick={() => setAnswering(true)}>
          {t('appeals.answer')}
        </Button>
      )}
      <AnswerDialog pause={pause} opened={isAnswering} onClose={() => setAnswering(false)} />
    </li>
  )
}
