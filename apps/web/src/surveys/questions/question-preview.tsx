import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import { Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { QuestionField } from '../run/question-field.tsx'
import classes from './question-editor.module.css'

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
