import type { AdminSurveyReview } from '@chuma/contract/surveys/reviews'
import { Link } from '@tanstack/react-router'
import classes from '../../admin/list.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { ReviewState } from './review-state.tsx'

export function ReviewRow({ review }: { review: AdminSurveyReview }) {
  const t = useT()
  const { id, title, state, flags, score, userEmail: email, openedAt } = review
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/survey-reviews" search={{ review: id }} className={blocks.link}>
          {title}
        </Link>
        <ReviewState state={state} />
      </div>
      <p className={classes.words}>
        {[t('reviews.score', { score }), ...flags.map((flag) => t(`qualityFlag.${flag}`))].join(' · ')}
      </p>
      <p className={blocks.quiet}>{t('reviews.by', { email, time: formatDateTime(openedAt) })}</p>
    </li>
  )
}
