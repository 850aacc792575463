import { FLAG_WEIGHTS, HOLD_SCORE } from '@chuma/contract/surveys/quality-score'
import type { AdminSurveyReview, QualitySign } from '@chuma/contract/surveys/reviews'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './review-signs.module.css'

/** How much is in doubt, and what each part of it is based on. */
export function ReviewSigns({ review: { flags, signs, score } }: { review: AdminSurveyReview }) {
  const t = useT()
  const signOf = new Map(signs.map((sign) => [sign.flag, sign]))
  return (
    <div>
      <p className={classes.score}>{t('reviews.score', { score })}</p>
      <p className={blocks.quiet}>{t('reviews.scoreText', { hold: HOLD_SCORE })}</p>
      <ul className={classes.signs} aria-label={t('reviews.flags')}>
        {flags.map((flag) => {
          const facts = explain(t, signOf.get(flag))
          return (
            <li key={flag}>
              <span>
                {t(`qualityFlag.${flag}`)}
                {facts.map((fact) => (
                  <span key={fact} className={classes.fact}>
                    {fact}
                  </span>
                ))}
              </span>
              <span className={classes.weight}>{t('reviews.weight', { weight: FLAG_WEIGHTS[flag] })}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function explain(t: Translate, sign: QualitySign | undefined): string[] {
  if (!sign) return []
  const { others, questionIds = [], notes = [] } = sign
  return [
    ...(others ? [t('reviews.others', others)] : []),
    ...notes,
    ...(questionIds.length > 0
      ? [
          t(questionIds.length === 1 ? 'reviews.question' : 'reviews.questions', {
            ids: questionIds.join(', '),
          }),
        ]
      : []),
  ]
}
