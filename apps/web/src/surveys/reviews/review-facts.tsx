import type { AdminSurveyReview } from '@chuma/contract/surveys/reviews'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import sheet from '../../admin/figures.module.css'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { ReviewSigns } from './review-signs.tsx'
import { ReviewState } from './review-state.tsx'

type Props = { review: AdminSurveyReview }

export function ReviewFacts({ review }: Props) {
  const t = useT()
  const { state, userId, userEmail, points, openedAt, until } = review
  const isWaiting = state === 'held' || state === 'doubtful'
  return (
    <>
      <ReviewState state={state} />
      <ReviewSigns review={review} />
      <dl className={sheet.facts}>
        <Fact label={t('reviews.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId: userId }} className={blocks.link}>
            {userEmail}
          </Link>
        </Fact>
        <Fact label={t('reviews.reward')}>
          <PointsAmount points={points} />
        </Fact>
        <Fact label={t('reviews.completed')}>{formatDateTime(openedAt)}</Fact>
        <Fact label={t('reviews.time')}>
          {review.takenSeconds === null
            ? t('reviews.notOpened')
            : t('reviews.seconds', { seconds: review.takenSeconds })}
        </Fact>
        <Fact label={t('reviews.minimum')}>{t('reviews.seconds', { seconds: review.minimumSeconds })}</Fact>
        <Fact label={t('reviews.record')}>
          {t('reviews.recordText', {
            completed: review.completedBefore,
            flagged: review.flaggedBefore,
            rejected: review.rejectedBefore,
          })}
        </Fact>
        {isWaiting && (
          <Fact label={t(state === 'held' ? 'reviews.paidAt' : 'reviews.endsAt')}>
            {formatDateTime(until)}
          </Fact>
        )}
      </dl>
      <Words {...review} />
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Everything that staff and the member have said about it, in order. */
function Words(review: AdminSurveyReview) {
  const t = useT()
  const { keptBy, keptAt, decidedBy, decidedAt, appeal, appealedAt, answeredBy, answeredAt } = review
  return (
    <>
      {keptBy && keptAt && (
        <Said label={t('reviews.keptBy', { name: actorName(t, keptBy), time: formatDateTime(keptAt) })}>
          {review.keepReason}
        </Said>
      )}
      {decidedBy && decidedAt && (
        <Said
          label={t('reviews.decidedBy', { name: actorName(t, decidedBy), time: formatDateTime(decidedAt) })}
        >
          {review.reason}
        </Said>
      )}
      {appealedAt && (
        <Said label={t('reviews.appealedAt', { time: formatDateTime(appealedAt) })}>{appeal}</Said>
      )}
      {answeredBy && answeredAt && (
        <Said
          label={t('reviews.answeredBy', {
            name: actorName(t, answeredBy),
            time: formatDateTime(answeredAt),
          })}
        >
          {review.appealAnswer}
        </Said>
      )}
    </>
  )
}

function Said({ label, children }: { label: string; children: string | null }) {
  return (
    <div className={classes.letter}>
      <p className={blocks.quiet}>{label}</p>
      {children && <p className={classes.words}>{children}</p>}
    </div>
  )
}
