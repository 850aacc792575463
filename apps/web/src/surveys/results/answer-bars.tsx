import type { QuestionResult } from '@chuma/contract/surveys/results'
import { useT } from '../../i18n/use-t.ts'
import classes from './results.module.css'
import { useAnswerWords } from './use-answer-words.ts'

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** The bar ends at the share; the line across its end is the interval. */
export function AnswerBars({ label, rows }: { label: string; rows: QuestionResult['rows'] }) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <ul className={classes.bars} aria-label={label}>
      {rows.map(({ answer, label: words, count, share }) => (
        <li key={answer} className={classes.bar}>
          <span className={classes.answer}>{wordOf({ answer, label: words })}</span>
          <span className={classes.track} aria-hidden>
            {share && <span className={classes.fill} style={{ width: `${share.share * 100}%` }} />}
            {share?.low !== undefined && share.low !== null && share.high !== null && (
              <span
                className={classes.interval}
                style={{ left: `${share.low * 100}%`, width: `${(share.high - share.low) * 100}%` }}
              />
            )}
          </span>
          <span className={classes.share}>
            {share ? <strong>{percent.format(share.share)}</strong> : <span>{t('results.few')}</span>}
            {share?.low !== undefined && share.low !== null && share.high !== null && (
              <small>
                {t('results.between', { low: percent.format(share.low), high: percent.format(share.high) })}
              </small>
            )}
            {count !== null && <small>{t('results.people', { count })}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}
