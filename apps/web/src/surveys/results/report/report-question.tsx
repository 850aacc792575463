import type { QuestionResult } from '@chuma/contract/surveys/results'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { sayMean } from '../say-mean.ts'
import { useAnswerWords } from '../use-answer-words.ts'
import classes from './report.module.css'
import { ReportChart } from './report-chart.tsx'

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** One question: its chart, and the same figures as a table. */
export function ReportQuestion({ question }: { question: QuestionResult }) {
  const t = useT()
  const titleId = useId()
  const wordOf = useAnswerWords()
  const { id, question: words, part, type, isMultiple, isSmallBase, base, rows, mean } = question
  const count =
    base === null ? t('results.few') : t(isSmallBase ? 'results.smallBase' : 'results.base', { count: base })
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <div>
        <Title order={2} size="h3" id={titleId}>
          {`${id}. ${words}`}
          {type === 'coded' && part === 'coded' && ` · ${t('coding.title')}`}
        </Title>
        <p className={classes.note}>{isMultiple ? `${count} · ${t('results.multiple')}` : count}</p>
      </div>
      {rows.length > 0 && (
        <div className={classes.sides}>
          <ReportChart question={question} />
          <table className={classes.table} aria-label={t('surveyReport.table', { question: words })}>
            <thead>
              <tr>
                <th scope="col">{t('results.answer')}</th>
                <th scope="col">{t('surveyReport.count')}</th>
                <th scope="col">{t('surveyReport.share')}</th>
                <th scope="col">{t('surveyReport.interval')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ answer, label, count: people, share }) => (
                <tr key={answer}>
                  <th scope="row">{wordOf({ answer, label })}</th>
                  <td>{people ?? t('results.few')}</td>
                  <td>{share ? percent.format(share.share) : '–'}</td>
                  <td>
                    {share && share.low !== null && share.high !== null
                      ? t('results.between', {
                          low: percent.format(share.low),
                          high: percent.format(share.high),
                        })
                      : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mean && <p className={classes.note}>{sayMean(t, mean)}</p>}
    </section>
  )
}
