import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { WalkedProfile } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import { type Question, UNBOUNDED } from '@chuma/contract/surveys/questionnaire/questions'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Alert, Button, NativeSelect, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Asked, Walk } from '../walk/walk.tsx'
import { WalkSettings } from '../walk/walk-settings.tsx'
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
  const [profile, setProfile] = useState<WalkedProfile>({})
  const { languages } = questionnaire
  return (
    <section aria-label={t('questionnaire.preview')} className={classes.preview}>
      {isRunning && (
        <WalkSettings {...{ languages, language, profile }} onLanguage={setLanguage} onProfile={setProfile} />
      )}
      {!isRunning && languages.length > 1 && (
        <NativeSelect
          label={t('questionnaire.previewLanguage')}
          data={[...languages]}
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
        />
      )}
      <div className={classes.phone}>
        {isRunning ? (
          <Run key={`${language} ${JSON.stringify(profile)}`} {...{ questionnaire, language, profile }} />
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

type RunProps = { questionnaire: Questionnaire; language: string; profile: WalkedProfile }

/** The draft as it is on screen, walked as someone of the chosen profile. */
function Run({ questionnaire, language, profile }: RunProps) {
  const { client } = trpc.useUtils()
  return (
    <Walk
      ask={(answers) => client.admin.tryQuestionnaire.mutate({ questionnaire, answers, profile, language })}
    />
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
