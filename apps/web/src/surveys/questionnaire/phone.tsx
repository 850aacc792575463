import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type Question, UNBOUNDED } from '@chuma/contract/surveys/questionnaire/questions'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Alert, Box, Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { fieldErrorsOf, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Skeletons } from '../../ui/states/states.tsx'
import { isMissing } from '../run/answers.ts'
import { QuestionField, QuestionWords } from '../run/question-field.tsx'
import { numberOf } from './edit-questionnaire.ts'
import classes from './questionnaire.module.css'

type Props = {
  questionnaire: Questionnaire
  /** The question that is edited. */
  question: Question | undefined
}

/** The question that is edited, as a member sees it, or the whole survey to try. Nothing chosen here is stored. */
export function Phone({ questionnaire, question }: Props) {
  const t = useT()
  const [language, setLanguage] = useState('en')
  const [isRunning, setRunning] = useState(false)
  const { languages } = questionnaire
  return (
    <section aria-label={t('questionnaire.preview')} className={classes.preview}>
      {languages.length > 1 && (
        <NativeSelect
          label={t('questionnaire.previewLanguage')}
          data={[...languages]}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
        />
      )}
      <div className={classes.phone}>
        {isRunning ? (
          <Run key={language} questionnaire={questionnaire} language={language} />
        ) : (
          question && <Preview key={`${question.id}:${question.type}`} {...{ question, language }} />
        )}
      </div>
      <Button variant="default" onClick={() => setRunning(!isRunning)}>
        {t(isRunning ? 'questionnaire.stopRun' : 'questionnaire.run')}
      </Button>
    </section>
  )
}

function Preview({ question, language }: { question: Question; language: string }) {
  const t = useT()
  const [answer, setAnswer] = useState<AnswerValue | undefined>()
  const shown = toPreview(question, language)
  const words = shown.question || t('questions.untitled')
  return (
    <Asked question={{ ...shown, question: words }} {...{ answer }} onAnswer={setAnswer} problem={null} />
  )
}

type AskedProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  problem: string | null
}

function Asked({ question, ...field }: AskedProps) {
  const labelId = useId()
  return (
    <>
      <Box mb="sm">
        <QuestionWords question={question} id={labelId} order={3} size="h4" />
      </Box>
      <QuestionField key={question.id} {...{ question, labelId }} {...field} />
    </>
  )
}

/** The survey as these answers lead through it. The server decides what comes next, as it does for a member. */
function Run({ questionnaire, language }: { questionnaire: Questionnaire; language: string }) {
  const t = useT()
  const run = useRun(questionnaire, language)
  if (run.failure) return <Text>{run.failure}</Text>
  if (run.end) {
    return (
      <>
        <Title order={3} size="h4" mb="sm">
          {t(`questionnaire.ran.${run.end.outcome}`)}
        </Title>
        {run.end.reason && <Text mb="sm">{run.end.reason}</Text>}
        <Button variant="default" onClick={run.begin}>
          {t('questionnaire.runAgain')}
        </Button>
      </>
    )
  }
  if (!run.question) return <Skeletons count={2} height={44} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        run.goOn()
      }}
    >
      <Asked
        key={run.question.id}
        question={run.question}
        answer={run.answer}
        onAnswer={run.setAnswer}
        problem={run.problem}
      />
      <Group mt="md">
        <Button variant="default" disabled={run.isFirst} onClick={run.goBack}>
          {t('survey.previous')}
        </Button>
        <Button type="submit" loading={run.isPending}>
          {t('survey.next')}
        </Button>
      </Group>
    </form>
  )
}

type End = { outcome: 'complete' | 'screened-out'; reason: string | null }

function useRun(questionnaire: Questionnaire, language: string) {
  const t = useT()
  const [answers, setAnswers] = useState<Record<string, AnswerValue>>({})
  const [questions, setQuestions] = useState<SurveyQuestion[]>([])
  const [index, setIndex] = useState(0)
  const [end, setEnd] = useState<End | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const question = questions[index]
  /** The question whose answer was sent last; null at the start. */
  const answered = useRef<number | null>(null)
  const attempt = useAction(trpc.admin.tryQuestionnaire, {
    onDone: (shown) => {
      const next = shown.questions.findIndex(({ id }) => id === answered.current) + 1
      setQuestions(shown.questions)
      if (next < shown.questions.length) setIndex(next)
      else setEnd(shown.end ?? { outcome: 'complete', reason: null })
    },
    onFailed: (error) => {
      const refused = fieldErrorsOf(error)
      const own = question && refused[`answers.${question.id}`]
      if (own) setProblem(own)
      else setFailure(t('questionnaire.cannotRun'))
      return true
    },
  })
  const begin = () => {
    setAnswers({})
    setIndex(0)
    setEnd(null)
    answered.current = null
    attempt.run({ questionnaire, language, answers: {} })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run is opened
  useEffect(begin, [])
  return {
    question,
    answer: question && answers[question.id],
    problem,
    failure,
    end,
    isFirst: index === 0,
    isPending: attempt.isPending,
    begin,
    goBack: () => setIndex(index - 1),
    setAnswer: (answer: AnswerValue) => {
      setProblem(null)
      if (question) setAnswers({ ...answers, [question.id]: answer })
    },
    goOn: () => {
      if (question && isMissing(question, answers)) return setProblem(t('survey.required'))
      const known = new Set(questions.slice(0, index + 1).map(({ id }) => String(id)))
      answered.current = question?.id ?? null
      const given = Object.entries(answers).filter(([id]) => known.has(id))
      attempt.run({ questionnaire, language, answers: Object.fromEntries(given) })
    },
  }
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
  textIn(words, language).replaceAll(/\{\{\s*[\w.]+\s*\}\}/g, '…')

function toPreview(question: Question, language: string): SurveyQuestion {
  const say = (words: Record<string, string> | undefined) => sayPreview(words, language)
  const label = ({ code, words }: { code: string; words: Record<string, string> }) => ({
    code,
    label: say(words) || code,
  })
  const isSearched = 'search' in question && question.search === true
  return {
    id: question.id,
    type: question.type === 'calculation' ? 'note' : question.type,
    question: say(question.words),
    options: 'options' in question ? question.options.map((option) => label(option).label) : [],
    required: question.required,
    ...(question.hint && { hint: say(question.hint) }),
    ...(isSearched && { search: true }),
    ...previewType(question, { say, label }),
  }
}

type Named = { code: string; words: Record<string, string> }
type Saying = {
  say: (words: Record<string, string> | undefined) => string
  label: (named: Named) => { code: string; label: string }
}

/** What the input of a type needs. Bounds that earlier answers decide are unknown. */
function previewType(question: Question, { say, label }: Saying): Partial<SurveyQuestion> {
  switch (question.type) {
    case 'choices': {
      const { options, least, most = null } = question
      const choices = options.map((option) => ({ ...label(option), kind: option.kind ?? ('plain' as const) }))
      return { choices, ...(least !== undefined && { least }), most }
    }
    case 'ranking':
      return {
        choices: question.options.map((option) => ({ ...label(option), kind: 'plain' })),
        most: question.most ?? question.options.length,
      }
    case 'scale': {
      const { from, to, low, high } = question
      return { scale: { from, to, low: say(low) || null, high: say(high) || null } }
    }
    case 'number': {
      const { min, max, decimals, unit, codes } = question
      const numbers = {
        min: typeof min === 'number' ? min : -UNBOUNDED,
        max: typeof max === 'number' ? max : UNBOUNDED,
        decimals,
        unit: say(unit) || null,
      }
      return { number: { ...numbers, ...(codes && { codes: codes.map(label) }) } }
    }
    case 'grid':
      return { rows: question.rows.map(label), columns: question.columns.map(label) }
    case 'note':
      return { consent: question.consent === true }
    case 'date':
    case 'time':
    case 'date-time': {
      const [min = null, max = null] = [question.min, question.max].map((bound) =>
        typeof bound === 'string' ? bound : null,
      )
      return { moment: { min, max } }
    }
    default:
      return {}
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
  /** Where it can be changed. */
  onOpen?: (id: number) => void
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
              {id === null || !onOpen ? (
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
