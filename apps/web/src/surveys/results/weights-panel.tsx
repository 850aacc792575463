import type { QuestionResult, SurveyResults } from '@chuma/contract/surveys/results'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import classes from './results.module.css'
import type { ResultsView } from './results-view.ts'
import { useAnswerWords } from './use-answer-words.ts'

type Props = { results: SurveyResults; view: ResultsView; onChoose: (view: ResultsView) => void }

const decimal = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** Shares of a population, which the answers are weighed by. */
export function WeightsPanel({ results, view, onChoose }: Props) {
  const t = useT()
  const questions = results.questions.filter(
    ({ part, isMultiple, type, rows }) =>
      part === '' && !isMultiple && type !== 'number' && rows.some(({ count }) => count !== 0),
  )
  const [first] = questions
  const [chosen, setChosen] = useState(Object.keys(readWeights(view))[0] ?? String(first?.id ?? ''))
  const question = questions.find(({ id }) => String(id) === chosen) ?? first
  if (!question) return null
  const { weights: _, ...plain } = view
  return (
    <Section title={t('results.weights')} text={t('results.weightsText')}>
      {results.effectiveBase !== null && (
        <p className={blocks.flush}>
          {t('results.effective', {
            people: results.base,
            effective: decimal.format(results.effectiveBase),
          })}
        </p>
      )}
      <div className={classes.pair}>
        <NativeSelect
          label={t('results.question')}
          value={String(question.id)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={questions.map(({ id, question: words }) => ({ value: String(id), label: `${id}. ${words}` }))}
        />
      </div>
      <Shares
        key={question.id}
        question={question}
        given={readWeights(view)[question.id] ?? {}}
        isWeighed={view.weights !== undefined}
        onApply={(shares) => onChoose({ ...plain, weights: JSON.stringify({ [question.id]: shares }) })}
        onClear={() => onChoose(plain)}
      />
    </Section>
  )
}

type SharesProps = {
  question: QuestionResult
  given: Readonly<Record<string, number>>
  isWeighed: boolean
  onApply: (shares: Record<string, number>) => void
  onClear: () => void
}

function Shares({ question: { rows }, given, isWeighed, onApply, onClear }: SharesProps) {
  const t = useT()
  const wordOf = useAnswerWords()
  // Nobody can stand for an answer that nobody gave.
  const answers = rows.filter(({ count }) => count !== 0)
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(answers.map(({ answer }) => [answer, toPercent(given[answer])])),
  )
  const [isRefused, setIsRefused] = useState(false)
  const shares = Object.fromEntries(answers.map(({ answer }) => [answer, Number(typed[answer]) / 100]))
  const sum = Object.values(shares).reduce((total, share) => total + share, 0)
  const isWhole = Math.abs(sum - 1) < 0.005 && Object.values(shares).every((share) => share >= 0.01)
  return (
    <form
      className={classes.weights}
      onSubmit={(event) => {
        event.preventDefault()
        setIsRefused(!isWhole)
        if (isWhole) onApply(shares)
      }}
    >
      <div className={classes.filter}>
        {answers.map(({ answer, label }) => (
          <TextInput
            key={answer}
            label={wordOf({ answer, label })}
            inputMode="decimal"
            rightSection="%"
            value={typed[answer] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped((all) => ({ ...all, [answer]: value }))}
          />
        ))}
      </div>
      {isRefused && (
        <p role="alert" className={classes.refused}>
          {t('results.weightsWrong', { sum: Number.isFinite(sum) ? decimal.format(sum * 100) : '–' })}
        </p>
      )}
      <div className={classes.files}>
        <Button type="submit">{t('results.weigh')}</Button>
        {isWeighed && (
          <Button variant="subtle" onClick={onClear}>
            {t('results.weighNot')}
          </Button>
        )}
      </div>
    </form>
  )
}

const toPercent = (share: number | undefined) =>
  share === undefined ? '' : String(Math.round(share * 1000) / 10)

/** The address may hold anything. */
function readWeights({ weights }: ResultsView): Record<string, Record<string, number>> {
  try {
    return JSON.parse(weights ?? '{}')
  } catch {
    return {}
  }
}
