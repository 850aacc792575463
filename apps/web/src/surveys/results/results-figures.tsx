import type { SurveyResults } from '@chuma/contract/surveys/results'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'

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
