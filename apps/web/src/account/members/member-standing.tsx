import type { AdminMember } from '@chuma/contract/account/members'
import type { AdminPayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { AnswerDialog } from '../../payouts/pauses/answer-dialog.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './members.module.css'

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
