import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SavedAnswer, SurveyDetail, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Alert, Button, NativeSelect, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCloudOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { shownLanguage } from '../../i18n/i18n.ts'
import { nameLanguage } from '../../i18n/name-language.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Panel } from '../../ui/page/page.tsx'
import { useRefreshPoints } from '../../wallet/movements.tsx'
import { explainFailure } from '../attempts/completion-screen.tsx'
import {
  type Answers,
  furthestIndex,
  isMissing,
  resumeIndex,
  type SurveyRunProps,
  unsavedOf,
  useLeaveSurvey,
} from './answers.ts'
import { QuestionField, QuestionWords } from './question-field.tsx'
import classes from './survey-run.module.css'

/** Shows one question at a time. */
export function SurveyRun(props: SurveyRunProps) {
  const t = useT()
  const labelId = useId()
  const run = useSurveyRun(props)
  const { question, index, count, isLast } = run
  const section = props.survey.sections?.find(({ questionIds }) => questionIds.includes(question.id))
  const heading = useFocusOnChange<HTMLHeadingElement>(index)
  const field = useFocusOnProblem(run.problem)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.goOn()
  }
  return (
    <Panel>
      <LanguagePicker
        languages={props.survey.languages ?? []}
        language={props.language}
        onChoose={props.onLanguage}
      />
      <p className={classes.progress} role="status">
        {t('survey.progress', { number: index + 1, count })}
      </p>
      <Progress value={((index + 1) / count) * 100} aria-label={t('survey.progressBar')} mb="lg" />
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          {section && <p className={blocks.quiet}>{section.title}</p>}
          <QuestionWords question={question} id={labelId} heading={heading} order={2} size="h3" />
          {!question.required && question.type !== 'note' && (
            <p className={blocks.quiet}>{t('survey.optional')}</p>
          )}
        </div>
        <div ref={field}>
          <QuestionField
            key={question.id}
            question={question}
            answer={run.answer}
            onAnswer={run.setAnswer}
            labelId={labelId}
            problem={run.problem}
          />
        </div>
        {run.notSent && <NotSentAlert what={run.notSent} onRetry={run.goOn} isPending={run.isPending} />}
        <div className={classes.buttons}>
          <Button variant="default" px="md" disabled={index === 0} onClick={run.goBack}>
            {t('survey.previous')}
          </Button>
          <Button type="submit" px="md" loading={run.isPending}>
            {t(isLast ? 'survey.complete' : 'survey.next')}
          </Button>
        </div>
        <p className={blocks.quiet}>{t('survey.saved')}</p>
      </form>
    </Panel>
  )
}

/**
 * Focus a new question, so that screen readers announce it. Not the first one: there the page's own heading has the
 * focus.
 */
function useFocusOnChange<Node extends HTMLElement>(index: number) {
  const node = useRef<Node>(null)
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) node.current?.focus({ preventScroll: true })
    shown.current = index
  }, [index])
  return node
}

function useFocusOnProblem(problem: string | null) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) field.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [problem])
  return field
}

type Props = { what: 'answer' | 'survey'; onRetry: () => void; isPending: boolean }

/** The network failed. Says that nothing is lost and offers a retry. */
function NotSentAlert({ what, onRetry, isPending }: Props) {
  const t = useT()
  const isAnswer = what === 'answer'
  return (
    <Alert
      color="gold"
      icon={<IconCloudOff aria-hidden />}
      title={t(isAnswer ? 'survey.notSavedTitle' : 'survey.notSentTitle')}
    >
      <Text size="sm">{t(isAnswer ? 'survey.notSavedText' : 'survey.notSentText')}</Text>
      <Button variant="default" mt="sm" disabled={isPending} onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </Alert>
  )
}

type LanguagePickerProps = {
  languages: readonly string[]
  language: string | undefined
  onChoose: (language: string) => void
}

/** The languages of a questionnaire, each in its own words. */
function LanguagePicker({ languages, language, onChoose }: LanguagePickerProps) {
  const t = useT()
  if (languages.length < 2) return null
  const shown = languages.includes(shownLanguage()) ? shownLanguage() : 'en'
  return (
    <NativeSelect
      label={t('run.language')}
      mb="md"
      value={language ?? shown}
      data={languages.map((code) => ({ value: code, label: nameLanguage(code) }))}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  )
}

type Problem = { questionId: number; message: string }

/** A member's run through a survey. Each answer is saved on the server before the next question appears. */
function useSurveyRun({ survey, memberId, questionNumber, language, ...done }: SurveyRunProps) {
  const t = useT()
  const { id: surveyId, questions, answers: saved } = survey
  const { drafts, setDraft, forgetDrafts } = useDrafts({ memberId, surveyId, saved })
  const { question, index, goTo } = usePosition({ survey, drafts, questionNumber })
  const [problem, setProblem] = useState<Problem>()
  const [notSent, setNotSent] = useState<'answer' | 'survey' | null>(null)
  const sending = useSendAnswers(survey, language)
  const leave = useLeaveSurvey()
  const isUnsaved = Object.hasOwn(unsavedOf(drafts, saved), question.id)
  // The last answer to a questionnaire may lead to further questions: it is saved before the survey can be completed.
  const isDecided = survey.version === undefined || (!isUnsaved && survey.questionCount <= questions.length)
  const isLast = index === questions.length - 1 && isDecided
  const answer = drafts[question.id] ?? saved[question.id]

  const handleFailure = (error: unknown) => {
    const failure = explainFailure(error)
    if (failure === 'signed-out' || failure === 'not-found') return leave(failure)
    const refusal = failure === 'refused' && findRefusal(error, questions, question.id)
    if (refusal) {
      setProblem(refusal)
      return goTo(refusal.index)
    }
    // Finished elsewhere, or its questions changed: reload to show the server's state.
    if (failure === 'refused') sending.reload()
    if (isLast) sending.sayNotSubmitted()
    setNotSent(isLast ? 'survey' : 'answer')
  }

  const goOn = useSingleFlight(async () => {
    if (isMissing(question, { ...saved, ...drafts })) {
      return setProblem({ questionId: question.id, message: t('survey.required') })
    }
    const unsaved = unsavedOf(drafts, saved)
    try {
      if (isLast) {
        const result = await sending.complete(unsaved)
        forgetDrafts()
        return result.screenedOut
          ? done.onScreenedOut({ ...result, reason: result.screenedOut.reason })
          : done.onCompleted(result)
      }
      const entered = unsaved[question.id]
      const led = entered === undefined ? undefined : await sending.save(question.id, entered)
      setNotSent(null)
      if (led?.screenedOut) {
        forgetDrafts()
        return done.onScreenedOut(led.screenedOut)
      }
      goTo(findNextIndex(led, questions.length, index))
    } catch (error) {
      handleFailure(error)
    }
  })

  return {
    question,
    index,
    count: Math.max(survey.questionCount, questions.length),
    isLast,
    answer,
    problem: problem?.questionId === question.id ? problem.message : null,
    notSent,
    isPending: sending.isPending,
    setAnswer: (value: AnswerValue) => {
      setProblem(undefined)
      setDraft(question.id, value)
    },
    goOn,
    goBack: () => goTo(index - 1),
  }
}

/** The question that the server leads to. At the end the last one stays, and can be completed. */
function findNextIndex(led: SavedAnswer | undefined, count: number, index: number): number {
  if (!led?.questions) return Math.min(index + 1, count - 1)
  const next = led.questions.findIndex(({ id }) => id === led.next)
  return next === -1 ? led.questions.length - 1 : next
}

/** Find the first question whose answer the server refused, with the reason. */
function findRefusal(error: unknown, questions: SurveyQuestion[], currentId: number) {
  const fieldErrors = (isApiError(error) && error.data?.fieldErrors) || {}
  for (const [index, { id }] of questions.entries()) {
    const message =
      fieldErrors[`answers.${id}`]?.[0] ?? (id === currentId ? fieldErrors.answer?.[0] : undefined)
    if (message) return { index, questionId: id, message }
  }
  return null
}

type Place = { survey: SurveyDetail; drafts: Answers; questionNumber: number | undefined }

/** The question on screen. The address decides, as far as the answers allow; without one, the answers decide. */
function usePosition({ survey, drafts, questionNumber }: Place) {
  const navigate = useNavigate()
  const { id: surveyId, questions, answers: saved } = survey
  const wanted = questionNumber === undefined ? resumeIndex(survey, drafts) : questionNumber - 1
  const index = Math.min(wanted, furthestIndex(questions, { ...saved, ...drafts }))
  const question = questions[index]
  if (!question) throw new Error(`Survey ${surveyId} has no questions`)

  const show = (target: number, options?: { replace: true }) =>
    void navigate({
      to: '/survey/$surveyId',
      params: { surveyId },
      search: { q: target + 1 },
      ...options,
    })

  // Keep the position in the address, or the browser's back button would have nowhere to go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is new on every render but does the same
  useEffect(() => {
    if (questionNumber !== index + 1) show(index, { replace: true })
  }, [questionNumber, index])

  return { question, index, goTo: (target: number) => show(target) }
}

/** Send answers to the server. Fails at once without a network, rather than waiting for one. */
function useSendAnswers({ id: surveyId, version }: SurveyDetail, language: string | undefined) {
  const asked = { surveyId, ...(language && { language }) }
  const answered = { ...asked, ...(version !== undefined && { version }) }
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()

  const saving = trpc.surveys.saveAnswer.useMutation({
    onSuccess: ({ questions, sections, questionCount }, { questionId, answer }) => {
      utils.surveys.getSurvey.setData(
        { ...asked, show: 'asked' },
        (known) =>
          known && {
            ...known,
            answers: { ...known.answers, [questionId]: answer },
            // A questionnaire says what the answer leads to.
            ...(questions && { questions }),
            ...(sections && { sections }),
            ...(questionCount !== undefined && { questionCount }),
          },
      )
      // The lists show how far the member has come.
      void utils.surveys.listSurveys.invalidate()
    },
  })
  const completing = trpc.surveys.completeSurvey.useMutation({
    onSuccess: () => {
      // Hide the message of an earlier failed try.
      notifications.clean()
      refreshPoints()
      void utils.surveys.invalidate()
    },
  })
  return {
    save: (questionId: number, answer: AnswerValue) =>
      saving.mutateAsync({ ...answered, questionId, answer }),
    complete: (answers: Answers) =>
      completing.mutateAsync({ ...answered, answers, completedAt: new Date().toISOString() }),
    sayNotSubmitted: () =>
      showToast({ kind: 'error', title: t('survey.errorTitle'), message: t('survey.submitFailed') }),
    reload: () => void utils.surveys.getSurvey.invalidate({ surveyId }),
    isPending: saving.isPending || completing.isPending,
  }
}

type Owner = { memberId: string; surveyId: string; saved: Answers }

/**
 * Input that is not saved on the server yet. It survives a reload and an expired session, in this tab and for this
 * member only: the next person on a borrowed phone must not find it.
 */
function useDrafts({ memberId, surveyId, saved }: Owner) {
  const place = `survey-drafts:${memberId}:${surveyId}`
  const [drafts, setDrafts] = useState(() => read(place))

  const keep = (next: Answers) => {
    setDrafts(next)
    write(place, next)
  }
  // Drop a draft once the server has it. Kept longer, it would hide a later answer from another device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the saved answers decide, not what is typed
  useEffect(() => {
    const unsaved = unsavedOf(drafts, saved)
    keep(Object.fromEntries(Object.entries(drafts).filter(([id]) => Object.hasOwn(unsaved, id))))
  }, [saved])

  return {
    drafts,
    setDraft: (questionId: number, answer: AnswerValue) => keep({ ...drafts, [questionId]: answer }),
    forgetDrafts: () => keep({}),
  }
}

function read(place: string): Answers {
  try {
    const entries = Object.entries(JSON.parse(sessionStorage.getItem(place) ?? '{}') ?? {})
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, AnswerValue] =>
          ['string', 'number'].includes(typeof entry[1]) || isChosen(entry[1]),
      ),
    )
  } catch {
    return {}
  }
}

const isChosen = (value: unknown) =>
  typeof value === 'object' && value !== null && ('choices' in value || 'rows' in value)

function write(place: string, drafts: Answers): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(drafts))
  } catch {
    // If storage is full or blocked, only a reload loses the drafts.
  }
}
