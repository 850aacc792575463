import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd'
import { ActionIcon, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { QUESTION_TYPES } from '../offers/offer-choices.ts'
import type { OfferFormPart } from '../offers/offer-form-part.ts'
import classes from './question-editor.module.css'
import { QuestionOptions } from './question-options.tsx'

type Props = OfferFormPart & { index: number; handle: DraggableProvidedDragHandleProps | null }

/** For people who can press buttons but not drag. */
function MoveButtons({ form, index }: OfferFormPart & { index: number }) {
  const t = useT()
  const number = index + 1
  const ways = [
    { label: t('questions.up', { number }), to: index - 1, Icon: IconArrowUp },
    { label: t('questions.down', { number }), to: index + 1, Icon: IconArrowDown },
  ]
  return ways.map(({ label, to, Icon }) => {
    const isAtEnd = to < 0 || to === form.values.questions.length
    return (
      <ActionIcon
        key={to - index}
        variant="subtle"
        size={44}
        aria-label={label}
        // Not disabled: that would drop the focus after the last press, while a question is moved to the end.
        aria-disabled={isAtEnd}
        {...(isAtEnd && { 'data-disabled': true })}
        onClick={() => !isAtEnd && form.reorderListItem('questions', { from: index, to })}
      >
        <Icon aria-hidden size={20} />
      </ActionIcon>
    )
  })
}

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
  const setType = (type: OfferQuestion['type']) =>
    change({ type, options: type === 'multiple-choice' ? ['', ''] : [] })
  return (
    <>
      <div className={classes.head}>
        {/* Escape drops the card without closing the dialog. */}
        <button
          type="button"
          {...handle}
          data-mantine-stop-propagation="true"
          aria-label={t('questions.move', { number })}
          className={classes.handle}
        >
          <IconGripVertical aria-hidden size={20} />
        </button>
        <span className={classes.number}>{t('questions.number', { number })}</span>
        <MoveButtons form={form} index={index} />
        <ActionIcon
          variant="subtle"
          color="red"
          size={44}
          aria-label={t('questions.remove', { number })}
          onClick={() => form.removeListItem('questions', index)}
        >
          <IconTrash aria-hidden size={20} />
        </ActionIcon>
      </div>
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
