import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Textarea, Title } from '@mantine/core'
import { lazy, type Ref, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Skeletons } from '../../ui/states/states.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import classes from './question-field.module.css'

const MAX_CHARACTERS = 2000
const RATINGS = [1, 2, 3, 4, 5]

/** Few surveys have these types: their code is not part of the page. */
const MoreAnswers = lazy(async () => ({ default: (await import('./more-answers.tsx')).MoreAnswers }))

type QuestionFieldProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  /** The id of the element with the question. */
  labelId: string
  /** Why the answer is not accepted. */
  problem: string | null
}

/** What is asked, and how to answer it. The first line of a longer text is its heading. */
export function QuestionWords({ question: { question, type, hint }, heading, ...title }: WordsProps) {
  const [first = '', ...more] = type === 'note' ? question.split('\n') : [question]
  return (
    <>
      <Title {...title} ref={heading} tabIndex={-1} className={classes.question}>
        {first}
      </Title>
      {more.length > 0 && <p className={classes.note}>{more.join('\n').trim()}</p>}
      {hint && <p className={classes.hint}>{hint}</p>}
    </>
  )
}

type WordsProps = {
  question: Pick<SurveyQuestion, 'question' | 'type' | 'hint'>
  id: string
  order: 2 | 3
  size: 'h3' | 'h4'
  heading?: Ref<HTMLHeadingElement>
}

/** The input for a question's type. */
export function QuestionField({ question, answer, onAnswer, ...field }: QuestionFieldProps) {
  const t = useT()
  const choices = { answer, onAnswer, isRequired: question.required, ...field }
  switch (question.search ? 'searched' : question.type) {
    case 'multiple-choice':
      // Compare like the server: an option may have been entered with extra spaces or in another Unicode form.
      return (
        <ChoiceGroup
          {...choices}
          options={question.options.map((label) => ({ value: label.trim().normalize('NFC'), label }))}
        />
      )
    case 'yes-no':
      return (
        <ChoiceGroup
          {...choices}
          options={[
            { value: 'yes', label: t('survey.yes') },
            { value: 'no', label: t('survey.no') },
          ]}
        />
      )
    case 'rating':
      return (
        <ChoiceGroup
          {...choices}
          layout="row"
          hint={t('survey.ratingHint')}
          options={RATINGS.map((value) => ({ value, label: String(value) }))}
        />
      )
    case 'text':
      return <TextAnswer question={question} answer={answer} onAnswer={onAnswer} {...field} />
    default:
      return (
        <Suspense fallback={<Skeletons count={1} height={160} />}>
          <MoreAnswers question={question} answer={answer} onAnswer={onAnswer} {...field} />
        </Suspense>
      )
  }
}

function TextAnswer({ question, answer, onAnswer, labelId, problem }: QuestionFieldProps) {
  const t = useT()
  const text = typeof answer === 'string' ? answer : ''
  return (
    <Textarea
      aria-labelledby={labelId}
      aria-required={question.required}
      rows={5}
      maxLength={MAX_CHARACTERS}
      value={text}
      onChange={(event) => onAnswer(event.currentTarget.value)}
      description={t('survey.characters', { count: text.length, max: MAX_CHARACTERS })}
      inputWrapperOrder={['input', 'description', 'error']}
      error={problem}
    />
  )
}
