import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import {
  ActionIcon,
  Button,
  Group,
  InputError,
  NativeSelect,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconEye, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { type OfferFormPart, QUESTION_TYPES } from '../offers/offer-row.tsx'
import { QuestionField } from '../run/question-field.tsx'
import classes from './question-editor.module.css'
import { DragArea, type DragHandleProps, DragList, QuestionHead } from './question-head.tsx'

/** The questions of an offer: edited, reordered by mouse, touch or keyboard, and previewed. */
export function QuestionEditor({ form }: OfferFormPart) {
  const t = useT()
  const headingId = useId()
  const [isPreview, setPreview] = useState(false)
  const { questions } = form.values
  const add = () => form.insertListItem('questions', newQuestion(questions))
  return (
    <section aria-labelledby={headingId} className={classes.editor}>
      <Group justify="space-between">
        <Title order={3} size="h4" id={headingId}>
          {t('questions.title')}
        </Title>
        {questions.length > 0 && (
          <Button
            variant="default"
            leftSection={isPreview ? <IconPencil aria-hidden size={20} /> : <IconEye aria-hidden size={20} />}
            onClick={() => setPreview(!isPreview)}
          >
            {t(isPreview ? 'questions.write' : 'questions.preview')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{t(questions.length > 0 ? 'questions.text' : 'questions.none')}</Text>
      {questions.length > 0 && (
        <Text c="dimmed">{t('questions.fastest', { seconds: minimumSeconds(questions) })}</Text>
      )}
      {isPreview && questions.length > 0 ? (
        <QuestionPreview questions={questions} />
      ) : (
        <>
          <QuestionList form={form} />
          <div>
            <Button variant="default" leftSection={<IconPlus aria-hidden size={20} />} onClick={add}>
              {t('questions.add')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function QuestionList({ form }: OfferFormPart) {
  const t = useT()
  const { questions } = form.values
  const cards = questions.map(({ id, question }, index) => ({
    key: String(id),
    title: `${index + 1}. ${question || t('questions.untitled')}`,
  }))
  return (
    <DragArea onMove={({ index: from }, { index: to }) => form.reorderListItem('questions', { from, to })}>
      <DragList id="questions" cards={cards}>
        {(index, handle) => <QuestionCard form={form} index={index} handle={handle} />}
      </DragList>
    </DragArea>
  )
}

function newQuestion(questions: OfferQuestion[]): OfferQuestion {
  const used = new Set(questions.map(({ id }) => id))
  let id = 1
  while (used.has(id)) id++
  return { id, type: 'multiple-choice', question: '', options: ['', ''], required: true }
}

/** Every question as members see it. Nothing chosen here is saved. */
export function QuestionPreview({ questions }: { questions: OfferQuestion[] }) {
  return (
    <ol className={blocks.list}>
      {questions.map((question) => (
        <li key={question.id} className={classes.card}>
          <Previewed question={question} />
        </li>
      ))}
    </ol>
  )
}

function Previewed({ question }: { question: OfferQuestion }) {
  const t = useT()
  const labelId = useId()
  const [answer, setAnswer] = useState<AnswerValue | undefined>()
  return (
    <>
      <div>
        <Title order={4} size="h4" id={labelId}>
          {question.question || t('questions.untitled')}
        </Title>
        {!question.required && <p className={classes.quiet}>{t('survey.optional')}</p>}
      </div>
      <QuestionField
        question={question}
        answer={answer}
        onAnswer={setAnswer}
        labelId={labelId}
        problem={null}
      />
    </>
  )
}

type QuestionCardProps = OfferFormPart & { index: number; handle: DragHandleProps }

export function QuestionCard({ form, index, handle }: QuestionCardProps) {
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

const MOST = 20

type QuestionOptionsProps = {
  number: number
  options: string[]
  onChange: (options: string[]) => void
  problem: ReactNode
}

/** The options of a choice. They are keyed by position, because two may be equal while being typed. */
export function QuestionOptions({ number, options, onChange, problem }: QuestionOptionsProps) {
  const t = useT()
  return (
    <fieldset className={classes.options}>
      <legend>{t('questions.options', { number })}</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has only its position and its text
        <div key={index} className={classes.option}>
          <TextInput
            aria-label={t('questions.option', { number, option: index + 1 })}
            maxLength={200}
            value={option}
            error={Boolean(problem)}
            onChange={({ currentTarget: { value } }) => onChange(options.with(index, value))}
          />
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('questions.removeOption', { number, option: index + 1 })}
            disabled={options.length <= 2}
            onClick={() => onChange(options.toSpliced(index, 1))}
          >
            <IconX aria-hidden size={20} />
          </ActionIcon>
        </div>
      ))}
      {problem && <InputError size="md">{problem}</InputError>}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={20} />}
          disabled={options.length >= MOST}
          aria-label={t('questions.addOptionTo', { number })}
          onClick={() => onChange([...options, ''])}
        >
          {t('questions.addOption')}
        </Button>
      </div>
    </fieldset>
  )
}
