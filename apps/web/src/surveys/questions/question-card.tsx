import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { QUESTION_TYPES } from '../offers/offer-choices.ts'
import type { OfferFormPart } from '../offers/offer-form-part.ts'
import type { DragHandleProps } from './drag-list.tsx'
import classes from './question-editor.module.css'
import { QuestionHead } from './question-head.tsx'
import { QuestionOptions } from './question-options.tsx'

type Props = OfferFormPart & { index: number; handle: DragHandleProps }

export function QuestionCard({ form, index, handle }: Props) {
  const t = useT()
  const question = form.values.questions[index]
  if (!question) return null
  const number = index + 1
  const change = (changes: Partial<OfferQuestion>) => {
    // An expected answer is one of the options, so changing the type or that option removes it.
    const { expected: _, ...rest } = question
    form.setFieldValue(`questions.${index}`, { ...rest, ...changes })
  }
  const move = (to: number) => form.reorderListItem('questions', { from: index, to })
  const setType = (type: OfferQuestion['type']) =>
    change({ type, options: type === 'multiple-choice' ? ['', ''] : [] })
  return (
    <>
      <QuestionHead
        number={number}
        handle={handle}
        onUp={index > 0 ? () => move(index - 1) : null}
        onDown={number < form.values.questions.length ? () => move(number) : null}
        onRemove={() => form.removeListItem('questions', index)}
      >
        <span className={classes.number}>{t('questions.number', { number })}</span>
      </QuestionHead>
      <TextInput
        label={t('questions.question', { number })}
        maxLength={500}
        {...form.getInputProps(`questions.${index}.question`)}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('questions.type', { number })}
          data={QUESTION_TYPES.map((type) => ({ value: type, label: t(`questions.type.${type}`) }))}
          value={question.type}
          onChange={({ currentTarget }) => {
            const type = QUESTION_TYPES.find((one) => one === currentTarget.value)
            if (type) setType(type)
          }}
        />
        <Switch
          label={t('questions.required', { number })}
          {...form.getInputProps(`questions.${index}.required`, { type: 'checkbox' })}
        />
      </div>
      {question.type === 'multiple-choice' && (
        <QuestionOptions
          number={number}
          options={question.options}
          onChange={(options) => change({ options })}
          problem={form.errors[`questions.${index}.options`]}
        />
      )}
      <AttentionCheck question={question} number={number} onChange={change} />
    </>
  )
}

type CheckProps = {
  question: OfferQuestion
  number: number
  onChange: (change: Partial<OfferQuestion>) => void
}

function AttentionCheck({ question, number, onChange }: CheckProps) {
  const t = useT()
  const answers = listAnswers(question)
  if (answers.length === 0) return null
  const label = (answer: string) =>
    question.type === 'yes-no' && (answer === 'yes' || answer === 'no') ? t(`survey.${answer}`) : answer
  return (
    <NativeSelect
      label={t('questions.expected', { number })}
      description={t('questions.expectedHint')}
      data={[
        { value: '', label: t('questions.noCheck') },
        ...answers.map((answer) => ({ value: answer, label: label(answer) })),
      ]}
      value={question.expected ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? { expected: currentTarget.value } : {})}
    />
  )
}

function listAnswers({ type, options }: OfferQuestion): string[] {
  if (type === 'multiple-choice') return [...new Set(options.map((option) => option.trim()).filter(Boolean))]
  if (type === 'rating') return ['1', '2', '3', '4', '5']
  return type === 'yes-no' ? ['yes', 'no'] : []
}
