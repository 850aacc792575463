import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { NativeSelect, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { QuestionField } from '../run/question-field.tsx'
import classes from './questionnaire.module.css'
import { textIn } from './text-in.ts'

type Props = { question: Question | undefined; languages: readonly string[] }

/** The question that is edited, as a member sees it on a phone. Nothing chosen here is saved. */
export function PhonePreview({ question, languages }: Props) {
  const t = useT()
  const [language, setLanguage] = useState('en')
  const labelId = useId()
  const [answer, setAnswer] = useState<AnswerValue | undefined>()
  return (
    <section aria-label={t('questionnaire.preview')}>
      {languages.length > 1 && (
        <NativeSelect
          label={t('questionnaire.previewLanguage')}
          data={[...languages]}
          value={language}
          mb="sm"
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
        />
      )}
      <div className={classes.phone}>
        {question && (
          <>
            <Title order={3} size="h4" id={labelId} mb="sm">
              {sayPreview(question.words, language) || t('questions.untitled')}
            </Title>
            <QuestionField
              key={`${question.id}:${question.type}`}
              question={toPreview(question, language)}
              answer={answer}
              onAnswer={setAnswer}
              labelId={labelId}
              problem={null}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** Earlier answers appear as dots: nobody has given any. */
const sayPreview = (words: Record<string, string> | undefined, language: string) =>
  textIn(words, language).replaceAll(/\{\{\s*\w+\s*\}\}/g, '…')

function toPreview(question: Question, language: string): SurveyQuestion {
  const say = (words: Record<string, string> | undefined) => sayPreview(words, language)
  const label = ({ code, words }: { code: string; words: Record<string, string> }) => ({
    code,
    label: say(words) || code,
  })
  const plain = {
    id: question.id,
    type: question.type,
    question: say(question.words),
    options: 'options' in question ? question.options.map((option) => label(option).label) : [],
    required: question.required,
  }
  switch (question.type) {
    case 'choices':
      return {
        ...plain,
        choices: question.options.map((option) => ({ ...label(option), kind: option.kind ?? 'plain' })),
        most: question.most ?? null,
      }
    case 'scale': {
      const { from, to, low, high } = question
      return { ...plain, scale: { from, to, low: say(low) || null, high: say(high) || null } }
    }
    case 'number': {
      const { min, max, decimals, unit } = question
      return { ...plain, number: { min, max, decimals, unit: say(unit) || null } }
    }
    case 'grid':
      return { ...plain, rows: question.rows.map(label), columns: question.columns.map(label) }
    default:
      return plain
  }
}
