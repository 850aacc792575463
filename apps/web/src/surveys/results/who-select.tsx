import type { QuestionResult } from '@chuma/contract/surveys/results'
import { NativeSelect } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { useAnswerWords } from './use-answer-words.ts'

type Props = {
  questions: readonly QuestionResult[]
  /** `1=Bank`; empty for everyone. */
  value: string
  isDisabled: boolean
  onChange: (value: string) => void
}

/** Chooses people by their answer to a question with one answer. */
export function WhoSelect({ questions, value, isDisabled, onChange }: Props) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <NativeSelect
      label={t('results.who')}
      disabled={isDisabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
  )
}
