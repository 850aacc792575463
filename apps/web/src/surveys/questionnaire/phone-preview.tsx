import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Questionnaire, Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question, QuestionType } from '@chuma/contract/surveys/questionnaire/questions'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Alert, NativeSelect, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { QuestionField } from '../run/question-field.tsx'
import classes from './questionnaire.module.css'

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

/** The time below which answers are flagged, if all questions are asked. */
export function FastestAnswers({ questions }: { questions: readonly Question[] }) {
  const t = useT()
  const seconds = minimumSeconds(questions.map((question) => toPreview(question, 'en')))
  return (
    <Text c="dimmed" size="sm">
      {t('questionnaire.fastest', { seconds })}
    </Text>
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

/** A text in a language, or else in English. */
export const textIn = (words: Readonly<Record<string, string>> | undefined, language: string): string =>
  words?.[language] || words?.en || ''

export type Issue = { level: 'error' | 'warning'; path: string; message: string }

type CheckListProps = {
  questionnaire: Questionnaire
  issues: readonly Issue[]
  undecidedCount: number
  /** The draft was changed after the check. */
  isOutdated: boolean
  onOpen: (id: number) => void
}

/** What has to change before publishing. */
export function CheckList({ questionnaire, issues, undecidedCount, isOutdated, onOpen }: CheckListProps) {
  const t = useT()
  const isClean = issues.every(({ level }) => level === 'warning')
  return (
    <Alert
      color={isOutdated ? 'gold' : isClean ? 'leaf' : 'red'}
      icon={isClean ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={t(
        isOutdated ? 'questionnaire.unchecked' : isClean ? 'questionnaire.clean' : 'questionnaire.toFix',
      )}
      role="status"
    >
      {isOutdated && <Text size="sm">{t('questionnaire.uncheckedText')}</Text>}
      <ul className={classes.issues}>
        {issues.map(({ path, message }) => {
          const { name, id } = findPlace(questionnaire, path)
          const where = name === null ? '' : t(`questionnaire.at.${name.kind}`, { number: name.number })
          return (
            <li key={`${path} ${message}`}>
              {id === null ? (
                where
              ) : (
                <button type="button" className={classes.title} onClick={() => onOpen(id)}>
                  {where}
                </button>
              )}{' '}
              {message}
            </li>
          )
        })}
      </ul>
      {undecidedCount > 0 && <Text size="sm">{t('questionnaire.undecided', { count: undecidedCount })}</Text>}
    </Alert>
  )
}

type Name = { kind: 'question' | 'section' | 'contradiction'; number: number }

/** Name what a path leads to: `sections.0.questions.2.showIf` is question 3. */
function findPlace(questionnaire: Questionnaire, path: string): { name: Name | null; id: number | null } {
  const [, section, question] = /sections\.(\d+)(?:\.questions\.(\d+))?/.exec(path) ?? []
  const [, contradiction] = /contradictions\.(\d+)/.exec(path) ?? []
  if (contradiction !== undefined)
    return { name: { kind: 'contradiction', number: Number(contradiction) + 1 }, id: null }
  if (section === undefined) return { name: null, id: null }
  if (question === undefined) return { name: { kind: 'section', number: Number(section) + 1 }, id: null }
  const place = { section: Number(section), question: Number(question) }
  const found = questionnaire.sections[place.section]?.questions[place.question]
  return { name: { kind: 'question', number: numberOf(questionnaire, place) }, id: found?.id ?? null }
}

/** Where a question is. */
export type Place = { section: number; question: number }

export const QUESTION_TYPES = [
  'multiple-choice',
  'choices',
  'rating',
  'scale',
  'number',
  'text',
  'yes-no',
  'grid',
] as const satisfies readonly QuestionType[]

const listAll = ({ sections }: Questionnaire) => sections.flatMap(({ questions }) => questions)

/** The first number from 1 that is free. */
function nextFree(isTaken: (number: number) => boolean): number {
  let number = 1
  while (isTaken(number)) number += 1
  return number
}

function nameNext(questionnaire: Questionnaire): Pick<Question, 'id' | 'code'> {
  const all = listAll(questionnaire)
  const codes = new Set([...all.map(({ code }) => code), ...questionnaire.sections.map(({ code }) => code)])
  const id = nextFree((number) => all.some((question) => question.id === number))
  return { id, code: `q${nextFree((number) => codes.has(`q${number}`))}` }
}

const newOption = (code: string) => ({ code, words: { en: '' } })

/** A question of a type, with what every question has taken over from another. */
export function withType(question: Question, type: QuestionType): Question {
  const { id, code, words, required, showIf, endIf } = question
  const kept = { id, code, words, required, endIf, ...(showIf !== undefined && { showIf }) }
  const options = 'options' in question ? question.options : [newOption('a'), newOption('b')]
  switch (type) {
    case 'multiple-choice':
      return {
        ...kept,
        type,
        order: 'fixed',
        options: options.map(({ kind: _, ...option }: Choice) => option),
      }
    case 'choices':
      return { ...kept, type, order: 'fixed', options }
    case 'scale':
      return { ...kept, type, from: 0, to: 10 }
    case 'number':
      return { ...kept, type, min: 0, max: 100, decimals: 0 }
    case 'text':
      return { ...kept, type, most: 2000 }
    case 'grid':
      return { ...kept, type, rows: [newOption('row1')], columns: [newOption('col1'), newOption('col2')] }
    default:
      return { ...kept, type }
  }
}

function newQuestion(questionnaire: Questionnaire): Question {
  return { ...nameNext(questionnaire), type: 'yes-no', words: { en: '' }, required: true, endIf: [] }
}

export function newQuestionnaire(): Questionnaire {
  return addSection({ languages: ['en'], sections: [] })
}

export function addSection(questionnaire: Questionnaire): Questionnaire {
  const { sections } = questionnaire
  const number = nextFree((candidate) => sections.some(({ code }) => code === `part${candidate}`))
  const section = {
    code: `part${number}`,
    isScreening: false,
    endIf: [],
    questions: [newQuestion(questionnaire)],
  }
  return { ...questionnaire, sections: [...sections, section] }
}

export function changeSection(
  questionnaire: Questionnaire,
  index: number,
  change: Partial<Section>,
): Questionnaire {
  const { sections } = questionnaire
  return {
    ...questionnaire,
    sections: sections.map((section, place) => (place === index ? { ...section, ...change } : section)),
  }
}

function removeSection(questionnaire: Questionnaire, index: number): Questionnaire {
  return { ...questionnaire, sections: questionnaire.sections.toSpliced(index, 1) }
}

const changeQuestions = (
  questionnaire: Questionnaire,
  index: number,
  change: (questions: Question[]) => Question[],
) =>
  changeSection(questionnaire, index, { questions: change(questionnaire.sections[index]?.questions ?? []) })

export function addQuestion(questionnaire: Questionnaire, section: number): Questionnaire {
  return changeQuestions(questionnaire, section, (questions) => [...questions, newQuestion(questionnaire)])
}

export function changeQuestion(
  questionnaire: Questionnaire,
  { section, question }: Place,
  changed: Question,
): Questionnaire {
  return changeQuestions(questionnaire, section, (questions) => questions.with(question, changed))
}

/** Its copy comes behind it, with an id and a code of its own. */
export function duplicateQuestion(questionnaire: Questionnaire, { section, question }: Place): Questionnaire {
  const original = questionnaire.sections[section]?.questions[question]
  if (!original) return questionnaire
  const copy = { ...original, ...nameNext(questionnaire) }
  return changeQuestions(questionnaire, section, (questions) => questions.toSpliced(question + 1, 0, copy))
}

/** The last question of a section takes the section with it: none may be empty. */
export function removeQuestion(questionnaire: Questionnaire, { section, question }: Place): Questionnaire {
  const isLast = questionnaire.sections[section]?.questions.length === 1
  if (isLast)
    return questionnaire.sections.length === 1 ? questionnaire : removeSection(questionnaire, section)
  return changeQuestions(questionnaire, section, (questions) => questions.toSpliced(question, 1))
}

/** Move a question, also into another section. A section that is left without questions goes. */
export function moveQuestion(questionnaire: Questionnaire, from: Place, to: Place): Questionnaire {
  const moved = questionnaire.sections[from.section]?.questions[from.question]
  if (!moved) return questionnaire
  const without = changeQuestions(questionnaire, from.section, (questions) =>
    questions.toSpliced(from.question, 1),
  )
  const placed = changeQuestions(without, to.section, (questions) =>
    questions.toSpliced(to.question, 0, moved),
  )
  return { ...placed, sections: placed.sections.filter(({ questions }) => questions.length > 0) }
}

/** Where a question comes when it moves one step; null at an end. */
export function findStep(
  { sections }: Questionnaire,
  { section, question }: Place,
  step: -1 | 1,
): Place | null {
  const here = sections[section]?.questions.length ?? 0
  if (question + step >= 0 && question + step < here) return { section, question: question + step }
  const next = sections[section + step]
  if (!next) return null
  return { section: section + step, question: step === 1 ? 0 : next.questions.length }
}

/** The number of a question as it is counted through all sections, from 1. */
export function numberOf({ sections }: Questionnaire, { section, question }: Place): number {
  const before = sections.slice(0, section).reduce((sum, { questions }) => sum + questions.length, 0)
  return before + question + 1
}
