import type { Click } from '@chuma/contract/partners/partners'
import type { AttemptStatus, UserSurvey } from '@chuma/contract/surveys/surveys'
import { Title } from '@mantine/core'
import { IconCheck, IconClock, IconClockOff, IconUserOff } from '@tabler/icons-react'
import { useId } from 'react'
import { formatBusinessDay, formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { SurveyLink } from '../survey-link.tsx'
import { AppealButton } from './appeal-dialog.tsx'
import classes from './attempt-list.module.css'
import { attemptNote } from './attempt-note.ts'
import { isBegun } from './attempt-state.ts'
import { ReviewBadge } from './review-badge.tsx'
import { isUnpaid } from './review-note.ts'

type Props = { attempts: UserSurvey[]; label: string; headingOrder: 2 | 3 }

/** The surveys a member has started or finished, with their results. */
export function AttemptList({ attempts, label, headingOrder }: Props) {
  const isPartnerDone = attempts.some(({ kind, status }) => kind === 'external' && status === 'completed')
  // Only a partner's confirmation can be pending or reversed.
  const clicks = trpc.partners.listClicks.useQuery(undefined, { enabled: isPartnerDone, staleTime: 0 })
  return (
    <ul className={blocks.list} aria-label={label}>
      {attempts.map((attempt) => (
        <AttemptRow
          key={attempt.id}
          attempt={attempt}
          credit={attempt.kind === 'external' ? findCredit(clicks.data ?? [], attempt.surveyId) : undefined}
          headingOrder={headingOrder}
        />
      ))}
    </ul>
  )
}

type RowProps = { attempt: UserSurvey; credit: Click | undefined; headingOrder: 2 | 3 }

function AttemptRow({ attempt, credit, headingOrder }: RowProps) {
  const t = useT()
  const titleId = useId()
  const { id, surveyId, title, status, kind, createdAt, review, deliveries } = attempt
  const note = attemptNote(attempt, credit, t)
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Title order={headingOrder} size="h3" id={titleId}>
          {title}
        </Title>
        {note && <p className={classes.note}>{note}</p>}
        {deliveries.map(({ recipient, deliveredOn }) => (
          <p key={recipient} className={blocks.quiet}>
            {t('attempt.delivered', { recipient, day: formatBusinessDay(deliveredOn) })}
          </p>
        ))}
        <p className={blocks.quiet}>
          <time dateTime={createdAt}>{t('attempt.begun', { date: formatDateTime(createdAt) })}</time>
        </p>
      </div>
      {review ? <ReviewBadge state={review.state} /> : <AttemptBadge status={status} />}
      <div className={classes.points}>
        <Points attempt={attempt} credit={credit} />
      </div>
      {isBegun(status) && (
        <SurveyLink surveyId={surveyId} kind={kind} describedBy={titleId} variant="outline">
          {t('surveys.continue')}
        </SurveyLink>
      )}
      {review?.state === 'rejected' && review.appeal === null && (
        <AppealButton attemptId={id} title={title} titleId={titleId} />
      )}
    </li>
  )
}

/** A plus marks credited points; without it they are promised. Empty if nothing was earned. */
function Points({ attempt: { status, kind, reward, review }, credit }: Omit<RowProps, 'headingOrder'>) {
  if (isBegun(status) || review?.state === 'held') return <PointsAmount points={reward} />
  if (isUnpaid(review)) return null
  if (status !== 'completed' || credit?.state === 'reversed') return null
  const isPaid = kind !== 'external' || credit?.state === 'credited'
  return <PointsAmount points={credit?.creditedPoints ?? reward} signed={isPaid} />
}

const LOOKS = {
  started: { tone: 'wait', Icon: IconClock },
  in_progress: { tone: 'wait', Icon: IconClock },
  completed: { tone: 'good', Icon: IconCheck },
  screened_out: { tone: 'quiet', Icon: IconUserOff },
  expired: { tone: 'quiet', Icon: IconClockOff },
} as const satisfies Record<AttemptStatus, unknown>

/** How far the member got in a survey. */
function AttemptBadge({ status }: { status: AttemptStatus }) {
  const t = useT()
  const { tone, Icon } = LOOKS[status]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`attempt.${status}`)}
    </StatusBadge>
  )
}

/** The click that a partner paid for, if any. Other attempts at the same survey only show that it is settled. */
function findCredit(clicks: readonly Click[], surveyId: string): Click | undefined {
  return clicks.find((click) => click.surveyId === surveyId && click.creditedPoints !== null)
}
