import type { QuestionResult } from '@chuma/contract/surveys/results'
import { Button, NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import classes from './results.module.css'
import type { ResultsView } from './results-view.ts'
import { useAnswerWords } from './use-answer-words.ts'

type Props = {
  view: ResultsView
  versions: readonly number[]
  questions: readonly QuestionResult[]
  onChoose: (view: ResultsView) => void
}

/** Whose answers are counted. */
export function ResultsFilter({ view, versions, questions, onChoose }: Props) {
  const t = useT()
  const wordOf = useAnswerWords()
  const { from = '', to = '', quality, who = '' } = view
  const isFiltered = from !== '' || to !== '' || quality !== undefined || who !== ''
  const change = (changes: Partial<Record<'from' | 'to' | 'quality' | 'who', string | undefined>>) => {
    const next = Object.entries({ ...view, ...changes }).filter(([, value]) => value)
    onChoose(Object.fromEntries(next))
  }
  return (
    <section className={classes.filter} aria-label={t('results.filter')}>
      <NativeSelect
        label={t('results.who')}
        value={who}
        onChange={({ currentTarget }) => change({ who: currentTarget.value })}
      >
        <option value="">{t('results.everyone')}</option>
        {questions
          .filter(({ rows, part, isMultiple, type }) => {
            return rows.length > 0 && part === '' && !isMultiple && type !== 'number'
          })
          .map(({ id, question, rows }) => (
            <optgroup key={id} label={question}>
              {rows.map(({ answer, label }) => (
                <option key={answer} value={`${id}=${answer}`}>
                  {wordOf({ answer, label })}
                </option>
              ))}
            </optgroup>
          ))}
      </NativeSelect>
      <NativeSelect
        label={t('results.quality')}
        value={quality ?? 'accepted'}
        onChange={({ currentTarget }) =>
          change({ quality: currentTarget.value === 'all' ? 'all' : undefined })
        }
        data={[
          { value: 'accepted', label: t('results.qualityAccepted') },
          { value: 'all', label: t('results.qualityAll') },
        ]}
      />
      {versions.length > 1 && (
        <NativeSelect
          label={t('results.version')}
          value={String(view.version ?? versions[0])}
          onChange={({ currentTarget }) => onChoose({ ...view, version: Number(currentTarget.value) })}
          data={versions.map(String)}
        />
      )}
      <DayField
        label={t('analytics.from')}
        value={from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <DayField
        label={t('analytics.to')}
        value={to}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChoose(view.tab ? { tab: view.tab } : {})}>
          {t('results.clear')}
        </Button>
      )}
    </section>
  )
}
