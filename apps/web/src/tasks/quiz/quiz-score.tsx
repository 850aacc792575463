import type { Quiz, QuizQuestion } from '@chuma/contract/tasks/games'
import { Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { optionsOf } from './options-of.ts'
import classes from './quiz-score.module.css'

type Props = {
  result: NonNullable<Quiz['result']>
  questions: QuizQuestion[]
  opensAgainAt: string
  /** Graded just now: this replaces the focused button. */
  isFresh: boolean
}

/** The graded quiz: what it earned, and each answer beside the correct one. */
export function QuizScore({ result, questions, opensAgainAt, isFresh }: Props) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  const { correct, total, pointsEarned } = result
  useEffect(() => {
    if (isFresh) title.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <>
      <div className={classes.score}>
        <Title
          order={3}
          ref={title}
          tabIndex={-1}
          aria-describedby="quiz-correct quiz-earned"
          className={classes.title ?? ''}
        >
          {t('quiz.doneTitle')}
        </Title>
        <p id="quiz-correct" className={classes.correct}>
          {t('quiz.score', { correct, total })}
        </p>
        <p id="quiz-earned">
          {t('quiz.earned')} <PointsAmount points={pointsEarned} signed />
        </p>
        <p className={classes.quiet}>{t('quiz.opensAgain', { time: formatDateTime(opensAgainAt) })}</p>
      </div>
      <ol className={blocks.list} aria-label={t('quiz.review')}>
        {questions.map((question) => (
          <ReviewedQuestion key={question.id} question={question} />
        ))}
      </ol>
    </>
  )
}

function ReviewedQuestion({ question }: { question: QuizQuestion }) {
  const t = useT()
  const isRight = question.yourAnswer === question.correctAnswer
  const textOf = (key: string | null) => optionsOf(question).find((option) => option.key === key)?.text
  return (
    <li className={classes.item}>
      <p className={classes.question}>{question.question}</p>
      <StatusBadge
        tone={isRight ? 'good' : 'bad'}
        icon={isRight ? <IconCheck size={16} /> : <IconX size={16} />}
      >
        {t(isRight ? 'quiz.right' : 'quiz.wrong')}
      </StatusBadge>
      <dl className={classes.answers}>
        <div>
          <dt>{t('quiz.yours')}</dt>
          <dd>{textOf(question.yourAnswer)}</dd>
        </div>
        {!isRight && (
          <div>
            <dt>{t('quiz.solution')}</dt>
            <dd>{textOf(question.correctAnswer)}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
