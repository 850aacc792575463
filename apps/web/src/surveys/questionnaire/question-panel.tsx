import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { listTargets } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { numberOf, type Place, QUESTION_TYPES, withType } from './edit-questionnaire.ts'
import { EndRules } from './end-rules.tsx'
import { PartConditions } from './part-conditions.tsx'
import { QuestionSettings } from './question-settings.tsx'
import { WordsInput } from './words-input.tsx'

type Props = {
  questionnaire: Questionnaire
  place: Place
  question: Question
  onChange: (question: Question) => void
}

/** Everything about one question. */
export function QuestionPanel({ questionnaire, place, question, onChange }: Props) {
  const t = useT()
  const number = numberOf(questionnaire, place)
  const { languages } = questionnaire
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { ...place, isIncluded: false }, words)
  const setShowIf = (rule: Logic | undefined) => {
    const { showIf: _, ...rest } = question
    onChange(rule === undefined ? (rest as Question) : { ...question, showIf: rule })
  }
  return (
    <>
      <WordsInput
        label={t('questionnaire.words', { number })}
        words={question.words}
        {...{ languages }}
        max={500}
        onChange={(texts) => onChange({ ...question, words: texts })}
      />
      <Group grow align="end">
        <NativeSelect
          label={t('questions.type', { number })}
          data={QUESTION_TYPES.map((type) => ({ value: type, label: t(`questionnaire.type.${type}`) }))}
          value={question.type}
          onChange={({ currentTarget }) => {
            const type = QUESTION_TYPES.find((each) => each === currentTarget.value)
            if (type) onChange(withType(question, type))
          }}
        />
        <TextInput
          label={t('questionnaire.codeOf', { number })}
          maxLength={32}
          value={question.code}
          onChange={({ currentTarget: { value: code } }) => onChange({ ...question, code })}
        />
      </Group>
      <Switch
        label={t('questions.required', { number })}
        checked={question.required}
        onChange={({ currentTarget: { checked: required } }) => onChange({ ...question, required })}
      />
      <QuestionSettings {...{ question, number, languages, onChange }} />
      <AttentionCheck {...{ question, number, onChange }} />
      <ConditionBuilder
        label={t('questionnaire.showQuestion', { number })}
        rule={question.showIf}
        targets={before}
        onChange={setShowIf}
      />
      <PartConditions {...{ question, number, onChange }} targets={before} />
      <EndRules
        name={t('questions.number', { number })}
        rules={question.endIf}
        targets={listTargets(questionnaire, { ...place, isIncluded: true }, words)}
        {...{ languages }}
        onChange={(endIf) => onChange({ ...question, endIf })}
      />
    </>
  )
}

type CheckProps = Pick<Props, 'question' | 'onChange'> & { number: number }

/** The right answer of an attention check. */
function AttentionCheck({ question, number, onChange }: CheckProps) {
  const t = useT()
  const answers = listExpected(question, { yes: t('survey.yes'), no: t('survey.no') })
  if (answers.length === 0) return null
  const expected = 'expected' in question ? question.expected : undefined
  return (
    <NativeSelect
      label={t('questions.expected', { number })}
      description={t('questions.expectedHint')}
      data={[
        { value: '', label: t('questions.noCheck') },
        ...answers.map(({ value, label }) => ({ value: String(value), label })),
      ]}
      value={String(expected ?? '')}
      onChange={({ currentTarget }) => {
        const { expected: _, ...rest } = question as Question & { expected?: unknown }
        const chosen = answers.find(({ value }) => String(value) === currentTarget.value)
        onChange((chosen ? { ...rest, expected: chosen.value } : rest) as Question)
      }}
    />
  )
}

function listExpected(question: Question, { yes, no }: { yes: string; no: string }) {
  const numbers = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => ({
      value: from + place,
      label: String(from + place),
    }))
  switch (question.type) {
    case 'multiple-choice':
      return question.options.map(({ code, words }) => ({ value: code, label: words.en || code }))
    case 'rating':
      return numbers(1, 5)
    case 'scale':
      return numbers(question.from, question.to)
    case 'yes-no':
      return [
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]
    default:
      return []
  }
}
