import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { TriedQuestionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { Box, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, fieldErrorsOf } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { isMissing } from '../run/answers.ts'
import { QuestionField, QuestionWords } from '../run/question-field.tsx'

export type WalkedAnswers = Record<string, AnswerValue>
export type FinishedWalk = { answers: WalkedAnswers; seconds: number }

type AskedProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  problem: string | null
}

/** A question as a member sees it. */
export function Asked({ question, ...field }: AskedProps) {
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

type Props = {
  /** Asks the server what these answers show, as it decides for a member. */
  ask: (answers: WalkedAnswers) => Promise<TriedQuestionnaire>
  /** Says which question is open; null at the end. */
  onQuestion?: (question: SurveyQuestion | null) => void
  /** Below the end. */
  atEnd?: (finished: FinishedWalk) => ReactNode
}

/** A survey as one's answers lead through it. Nothing is stored. */
export function Walk({ ask, onQuestion, atEnd }: Props) {
  const t = useT()
  const walk = useWalk(ask)
  const { question, end } = walk
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open decides, not who listens
  useEffect(() => onQuestion?.(end ? null : (question ?? null)), [question, end])
  if (walk.failure) return <Text role="alert">{walk.failure}</Text>
  if (end) {
    return (
      <>
        <Title order={3} size="h4" mb="sm">
          {t(`walk.ended.${end.outcome}`)}
        </Title>
        {end.reason && <Text mb="sm">{end.reason}</Text>}
        {atEnd?.(walk.finished())}
        <Button variant="default" mt="sm" onClick={walk.begin}>
          {t('walk.again')}
        </Button>
      </>
    )
  }
  if (!question) return <Skeleton height={96} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        walk.goOn()
      }}
    >
      <Asked
        key={question.id}
        question={question}
        answer={walk.answer}
        onAnswer={walk.setAnswer}
        problem={walk.problem}
      />
      <Group mt="md">
        <Button variant="default" disabled={walk.isFirst} onClick={walk.goBack}>
          {t('survey.previous')}
        </Button>
        <Button type="submit" loading={walk.isPending}>
          {t('survey.next')}
        </Button>
      </Group>
    </form>
  )
}

type End = { outcome: 'complete' | 'screened-out'; reason: string | null }

function useWalk(ask: Props['ask']) {
  const t = useT()
  const [answers, setAnswers] = useState<WalkedAnswers>({})
  const [questions, setQuestions] = useState<SurveyQuestion[]>([])
  const [index, setIndex] = useState(0)
  const [end, setEnd] = useState<End | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const times = useRef({ began: 0, ended: 0 })
  const question = questions[index]
  /** The question whose answer was sent last; null at the start. */
  const answered = useRef<number | null>(null)
  const attempt = useAction(
    { useMutation },
    {
      mutationFn: ask,
      onDone: (shown) => {
        const next = shown.questions.findIndex(({ id }) => id === answered.current) + 1
        setQuestions(shown.questions)
        if (next < shown.questions.length) return setIndex(next)
        times.current.ended = Date.now()
        setEnd(shown.end ?? { outcome: 'complete', reason: null })
      },
      onFailed: (error) => {
        const own = question && fieldErrorsOf(error)[`answers.${question.id}`]
        if (own) setProblem(own)
        else setFailure(t(codeOf(error) === 'INVALID_INPUT' ? 'walk.cannot' : 'walk.failed'))
        return true
      },
    },
  )
  const begin = () => {
    setAnswers({})
    setIndex(0)
    setEnd(null)
    answered.current = null
    times.current.began = Date.now()
    attempt.run({})
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the walk is opened
  useEffect(begin, [])
  const given = () => {
    const known = new Set(questions.slice(0, index + 1).map(({ id }) => String(id)))
    return Object.fromEntries(Object.entries(answers).filter(([id]) => known.has(id)))
  }
  return {
    question,
    answer: question && answers[question.id],
    problem,
    failure,
    end,
    isFirst: index === 0,
    isPending: attempt.isPending,
    begin,
    finished: (): FinishedWalk => ({
      answers: given(),
      seconds: Math.max(1, Math.round((times.current.ended - times.current.began) / 1000)),
    }),
    goBack: () => setIndex(index - 1),
    setAnswer: (answer: AnswerValue) => {
      setProblem(null)
      if (question) setAnswers({ ...answers, [question.id]: answer })
    },
    goOn: () => {
      if (question && isMissing(question, answers)) return setProblem(t('survey.required'))
      answered.current = question?.id ?? null
      attempt.run(given())
    },
  }
}
