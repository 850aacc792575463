import type { AdminMember } from '@chuma/contract/account/members'
import { formatKes } from '@chuma/contract/format-money'
import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import type { AdminPremiumPayment } from '@chuma/contract/premium/premium'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import type { Api } from '../../app/load.ts'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { useRefreshMembers } from '../../payouts/data.ts'
import { AnswerDialog } from '../../payouts/pauses/answer-dialog.tsx'
import { type ApiClient, JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
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
              <Text c="dimmed">{t('word.none')}</Text>
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
  const form = useReason('note')
  const decide = useAction(trpc.admin.decidePremiumPayment, {
    form,
    onDone: () => setDecision(null),
    done: t('member.decided'),
    onEnd: useRefreshMembers(),
  })
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
          form={form}
          title={t(label)}
          text={t('member.decideText')}
          action={t(label)}
          isPending={decide.isPending}
          onClose={() => setDecision(null)}
          isDanger
          onSend={(reason) => decide.run({ id, decision, note: reason })}
        />
      )}
    </li>
  )
}

const SIZE = 25

const notePages = (client: ApiClient, memberId: string) =>
  keysetPages({
    key: [...getQueryKey(trpc.admin.listMemberNotes), memberId],
    size: SIZE,
    load: (page: KeysetPage<string>, signal) =>
      client.admin.listMemberNotes.query({ memberId, ...page }, { signal }),
    cursorOf: ({ id }) => id,
  })

/** Start the list that a member's page opens with. */
export const startNotes = (
  { client, queryClient }: Pick<Api, 'client' | 'queryClient'>,
  memberId: string,
): Promise<void> => queryClient.prefetchInfiniteQuery({ ...notePages(client, memberId), staleTime: 0 })

/** Staff's notes to each other about this member, newest first. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const t = useT()
  const mayWrite = useMay('members:edit')
  const { client } = trpc.useUtils()
  const query = useInfiniteQuery({ ...notePages(client, memberId), staleTime: JUST_NOW_MS })
  return (
    <>
      {mayWrite && <AddNote memberId={memberId} />}
      <MoreRows query={query} empty={<Text c="dimmed">{t('member.noNotes')}</Text>}>
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
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t('member.noteMissing')) },
  })
  const add = useAction(trpc.admin.addMemberNote, {
    form,
    onDone: () => {
      form.reset()
      void utils.admin.listMemberNotes.invalidate()
      void utils.admin.listMemberAudit.invalidate()
    },
    done: t('member.noteAdded'),
  })
  const send = ({ note }: { note: string }) => add.run({ memberId, note })
  return (
    <form onSubmit={form.onSubmit(send, focusFirstError(form))} noValidate>
      <Stack>
        <Textarea
          label={t('word.note')}
          description={t('member.noteHint')}
          maxLength={2000}
          rows={3}
          {...form.getInputProps('note')}
        />
        <div>
          <Button type="submit" loading={add.isPending}>
            {t('member.noteAdd')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Whether the member can sign in and be paid: now, and in the past. */
export function MemberStanding({ member }: { member: AdminMember }) {
  const t = useT()
  const { suspendedAt, suspensionReason } = member
  const pauses = trpc.admin.listPayoutPauses.useQuery(
    { memberId: member.id, limit: 100 },
    { staleTime: JUST_NOW_MS },
  )
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
          {t('word.answer')}
        </Button>
      )}
      <AnswerDialog pause={pause} opened={isAnswering} onClose={() => setAnswering(false)} />
    </li>
  )
}
