import type { CrossTab, QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { ChartMenu } from './chart-menu.tsx'
import classes from './results.module.css'

const number = new Intl.NumberFormat('en-KE')
const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** A dash: fewer than five, or it would tell so few others. */
export const sayCount = (count: number | null) => (count === null ? '–' : number.format(count))

/** How far the survey is, whatever the filter says. */
export function ResultsFigures({ results: { attempts, medianSeconds } }: { results: SurveyResults }) {
  const t = useT()
  const { started, completed, accepted, waiting, rejected, screenedOut } = attempts
  return (
    <>
      <StatGrid label={t('results.progress')}>
        <StatCard label={t('results.accepted')}>{sayCount(accepted)}</StatCard>
        <StatCard label={t('results.completion')}>
          {completed === null || !started ? '–' : percent.format(completed / started)}
        </StatCard>
        <StatCard label={t('results.medianTime')}>
          {medianSeconds === null ? '–' : formatSeconds(t, medianSeconds)}
        </StatCard>
      </StatGrid>
      <p className={`${blocks.flush} ${blocks.quiet}`}>
        {t('results.progressText', {
          started: sayCount(started),
          completed: sayCount(completed),
          waiting: sayCount(waiting),
          rejected: sayCount(rejected),
          screenedOut: sayCount(screenedOut),
        })}
      </p>
    </>
  )
}

/** Up to when answers are counted, for readers of counts only: a page that grew by one person would tell what this person answered. */
export function CountedAt({ countedAt }: Pick<SurveyResults, 'countedAt'>) {
  const t = useT()
  return (
    <p className={`${blocks.flush} ${blocks.quiet}`}>
      {countedAt === null
        ? t('results.notCounted')
        : t('results.countedAt', { at: formatDateTime(countedAt) })}
    </p>
  )
}

function formatSeconds(t: ReturnType<typeof useT>, seconds: number): string {
  return seconds < 90
    ? t('results.seconds', { count: Math.round(seconds) })
    : t('results.minutes', { count: Math.round(seconds / 60) })
}

/** Yes and no in the reader's language; every other answer is what the survey offered. */
export function useAnswerWords(): (given: { answer: string; label: string }) => string {
  const t = useT()
  return ({ answer, label }) =>
    answer === 'yes' ? t('results.yes') : answer === 'no' ? t('results.no') : label
}

/** Shares of each column, with the letters of columns whose share is lower. */
export function CrossTabTable({ table: { columns, rows }, label }: { table: CrossTab; label: string }) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results.answer')}</th>
              {columns.map(({ letter, answer, label: words, base, isSmallBase }) => (
                <th key={letter} scope="col">
                  <span className={classes.letter}>{letter}</span> {wordOf({ answer, label: words })}
                  <small>
                    {base === null
                      ? t('results.few')
                      : t(isSmallBase ? 'results.smallColumn' : 'results.people', { count: base })}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ answer, label: words, cells }) => (
              <tr key={answer}>
                <th scope="row">{wordOf({ answer, label: words })}</th>
                {cells.map(({ share, count, letters }, at) => (
                  <td key={columns[at]?.letter}>
                    {share === null ? (count === 0 ? '–' : t('results.few')) : percent.format(share)}{' '}
                    {letters && <span className={classes.letter}>{letters}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={blocks.quiet}>{t('results.lettersText')}</p>
    </>
  )
}

type AnswerBarsProps = {
  question: Pick<QuestionResult, 'id' | 'part' | 'question' | 'isMultiple' | 'base' | 'rows'>
  isWeighted?: boolean
}

/** The bar ends at the share; the line across its end is what chance alone may do to it. */
export function AnswerBars({ question, isWeighted = false }: AnswerBarsProps) {
  const t = useT()
  const wordOf = useAnswerWords()
  const { id, part, question: label, isMultiple, base, rows } = question
  const chart = {
    title: `${id}. ${label}`,
    note: [
      base === null ? t('results.few') : t('results.base', { count: base }),
      ...(isMultiple ? [t('results.multiple')] : []),
      t(isWeighted ? 'surveyReport.weighted' : 'charts.unweighted'),
    ].join(' · '),
    rows: rows.map(({ answer, label: words, share }) => ({
      label: wordOf({ answer, label: words }),
      share: share?.share ?? null,
    })),
  }
  return (
    <>
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
      <ChartMenu name={`chuma-chart-${[id, part].filter(Boolean).join('-')}`} chart={chart} />
    </>
  )
}
