import type { QuizOptionKey, QuizQuestion } from '@chuma/contract/tasks/games'
import { Button, Progress, Title } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ChoiceGroup } from '../../surveys/run/choice-group.tsx'
import { isApiError, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { PointsAmount, useRefreshPoints } from '../../wallet/movements.tsx'
import classes from './quiz.module.css'

type Props = { questions: QuizQuestion[]; draftPlace: string; onGraded: () => void }

/** One question at a time, forwards and backwards, until all are submitted together. */
export function QuizRun({ questions, draftPlace, onGraded }: Props) {
  const t = useT()
  const labelId = useId()
  const { answers, setAnswer, forget } = useQuizDraft(draftPlace)
  const { run, isPending } = useSubmitQuiz(() => {
    forget()
    onGraded()
  })
  const [index, setIndex] = useState(() => firstOpen(questions, answers))
  const [problem, setProblem] = useState<string | null>(null)
  const { heading, field } = useFocus(index, problem)
  const question = questions[index]
  if (!question) throw new Error(`A quiz of ${questions.length} questions has no question ${index}`)
  const isLast = index === questions.length - 1

  const goTo = (next: number) => {
    setProblem(null)
    setIndex(next)
  }
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    if (!answers[question.id]) setProblem(t('quiz.required'))
    else if (isLast) run({ answers })
    else goTo(index + 1)
  }
  return (
    <form onSubmit={goOn} noValidate className={classes.form}>
      <div>
        <p className={classes.progress} role="status">
          {t('quiz.progress', { number: index + 1, count: questions.length })}
        </p>
        <Progress value={((index + 1) / questions.length) * 100} aria-label={t('quiz.progressBar')} />
      </div>
      <div>
        <Title order={3} id={labelId} ref={heading} tabIndex={-1} className={classes.question ?? ''}>
          {question.question}
        </Title>
        <p className={blocks.quiet}>
          {t('quiz.worth')} <PointsAmount points={question.points} size="sm" />
        </p>
      </div>
      <div ref={field}>
        <ChoiceGroup
          key={question.id}
          options={optionsOf(question).map(({ key, text }) => ({ value: key, label: text }))}
          answer={answers[question.id]}
          onAnswer={(value) => {
            setProblem(null)
            if (isOptionKey(value)) setAnswer(question.id, value)
          }}
          labelId={labelId}
          problem={problem}
          isRequired
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" px="md" disabled={index === 0} onClick={() => goTo(index - 1)}>
          {t('quiz.previous')}
        </Button>
        <Button type="submit" px="md" loading={isPending}>
          {t(isLast ? 'quiz.submit' : 'quiz.next')}
        </Button>
      </div>
      <p className={blocks.quiet}>{t('quiz.kept')}</p>
    </form>
  )
}

/** Find where to resume: all questions before it are answered. */
function firstOpen(questions: QuizQuestion[], answers: QuizAnswers): number {
  const open = questions.findIndex(({ id }) => !answers[id])
  return open === -1 ? questions.length - 1 : open
}

/** Focus a new question, so that screen readers announce it together with any error. */
function useFocus(index: number, problem: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) heading.current?.focus({ preventScroll: true })
    shown.current = index
  }, [index])
  useEffect(() => {
    if (problem) field.current?.querySelector<HTMLElement>('input')?.focus()
  }, [problem])
  return { heading, field }
}

function useSubmitQuiz(onGraded: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()

  return useAction(trpc.tasks.submitQuiz, {
    onDone: ({ questions, correct, total, pointsEarned }) => {
      onGraded()
      utils.tasks.getQuiz.setData(
        undefined,
        (quiz) =>
          quiz && { ...quiz, questions, canTakeQuiz: false, result: { correct, total, pointsEarned } },
      )
    },
    failure: { title: t('quiz.failedTitle'), offline: t('earn.offline') },
    onFailed: (error) => {
      // Submitted elsewhere, closed, or of another day: reload to show the server's state. If it was not reached, a
      // reload would fail too.
      if (isApiError(error) && error.data) void utils.tasks.getQuiz.invalidate()
    },
    onEnd: refreshPoints,
  })
}

/** By question id. */
type QuizAnswers = Record<string, QuizOptionKey>

const KEYS: ReadonlySet<unknown> = new Set<QuizOptionKey>(['A', 'B', 'C', 'D'])

function isOptionKey(value: unknown): value is QuizOptionKey {
  return KEYS.has(value)
}

/** Chosen answers that are not submitted yet. They survive a reload, in this tab only. */
function useQuizDraft(place: string) {
  const [answers, setAnswers] = useState(() => read(place))
  const keep = (next: QuizAnswers) => {
    setAnswers(next)
    write(place, next)
  }
  return {
    answers,
    setAnswer: (questionId: string, key: QuizOptionKey) => keep({ ...answers, [questionId]: key }),
    forget: () => write(place, {}),
  }
}

function read(place: string): QuizAnswers {
  try {
    const entries = Object.entries(JSON.parse(sessionStorage.getItem(place) ?? '{}') ?? {})
    return Object.fromEntries(
      entries.filter((entry): entry is [string, QuizOptionKey] => isOptionKey(entry[1])),
    )
  } catch {
    return {}
  }
}

function write(place: string, answers: QuizAnswers): void {
  try {
    if (Object.keys(answers).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(answers))
  } catch {
    // If storage is full or blocked, only a reload loses the answers.
  }
}

export function optionsOf(question: QuizQuestion): { key: QuizOptionKey; text: string }[] {
  return [
    { key: 'A', text: question.optionA },
    { key: 'B', text: question.optionB },
    { key: 'C', text: question.optionC },
    { key: 'D', text: question.optionD },
  ]
}
