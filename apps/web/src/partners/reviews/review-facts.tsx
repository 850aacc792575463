import type { CreditReview } from '@chuma/contract/partners/credit-reviews'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import sheet from '../../admin/figures.module.css'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { ReviewState } from './review-state.tsx'

export function ReviewFacts({ review }: { review: CreditReview }) {
  const t = useT()
  const { state, why, memberId, promisedPoints, claimId, goal, decidedBy, settledAt, reason } = review
  return (
    <>
      <ReviewState state={state} />
      <p className={classes.words}>{t(`creditReviewReasonText.${why}`)}</p>
      <dl className={sheet.facts}>
        <Fact name={t('claims.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {review.userEmail}
          </Link>
        </Fact>
        <Fact name={t('claims.partner')}>{review.partnerName}</Fact>
        <Fact name={t('creditReviews.arrived')}>
          {formatDateTime(review.createdAt)} (<TimeAgo date={review.createdAt} />)
        </Fact>
        <Fact name={t('claims.promised')}>
          {promisedPoints > 0 ? formatPoints(t, promisedPoints) : t('claims.promisedNothing')}
        </Fact>
        <Fact name={t('partnerEvents.amount')}>
          {t('partnerEvents.usd', { amount: review.amountUsd.toFixed(2) })}
        </Fact>
        <Fact name={t('creditReviews.buys')}>{formatPoints(t, review.boughtPoints)}</Fact>
        <Fact name={t(state === 'review' ? 'creditReviews.left' : 'creditReviews.points')}>
          {formatPoints(t, review.points)}
        </Fact>
        <Fact name={t('creditReviews.transaction')}>{review.transactionId}</Fact>
        {goal && <Fact name={t('creditReviews.goal')}>{goal}</Fact>}
        <Fact name={t('claims.clicked')}>{formatDateTime(review.clickedAt)}</Fact>
        <Fact name={t('claims.reference')}>{review.reference}</Fact>
      </dl>
      {claimId && (
        <Link to="/admin/claims" search={{ claim: claimId }} className={blocks.link}>
          {t('creditReviews.claim')}
        </Link>
      )}
      {decidedBy && settledAt && (
        <p className={classes.words}>
          {t('claims.decidedBy', {
            name: actorName(t, decidedBy),
            time: formatDateTime(settledAt),
            reason: reason ?? '',
          })}
        </p>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
