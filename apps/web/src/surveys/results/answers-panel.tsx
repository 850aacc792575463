import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { Button } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { AnswerBars } from './answer-bars.tsx'
import classes from './results.module.css'
import type { ResultsView } from './results-view.ts'
import { sayMean } from './say-mean.ts'

type Props = { results: SurveyResults; view: ResultsView }

/** Each question with the shares of its answers. */
export function AnswersPanel({ results, view }: Props) {
  const t = useT()
  const { base, questions } = results
  if (base === 0) {
    return <EmptyState icon={<IconChartBar />} title={t('results.nobody')} text={t('results.nobodyText')} />
  }
  const isHidden = questions.some(({ rows }) => rows.some(({ count }) => count === null))
  return (
    <>
      {isHidden && <p className={blocks.quiet}>{t('results.hidden')}</p>}
      {questions.map((question) => (
        <Question
          key={`${question.id} ${question.part}`}
          question={question}
          surveyId={results.id}
          view={view}
        />
      ))}
    </>
  )
}

function Question({
  question: { id, question, type, isMultiple, base, isSmallBase, rows, mean },
  surveyId,
  view,
}: {
  question: QuestionResult
  surveyId: string
  view: ResultsView
}) {
  const t = useT()
  const count =
    base === null ? t('results.few') : t(isSmallBase ? 'results.smallBase' : 'results.base', { count: base })
  const note = isMultiple ? `${count} · ${t('results.multiple')}` : count
  return (
    <Section title={`${id}. ${question}`} text={note}>
      {rows.length > 0 && <AnswerBars label={question} rows={rows} />}
      {mean && <p className={blocks.flush}>{sayMean(t, mean)}</p>}
      {type === 'text' && base !== 0 && (
        <Button
          variant="default"
          className={classes.toWords ?? ''}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/admin/surveys/$surveyId/results"
              params={{ surveyId }}
              search={{ ...view, tab: 'words' as const }}
            />
          )}
        >
          {t('results.readWords')}
        </Button>
      )}
    </Section>
  )
}
