import type { QuizQuestion, Quiz as TodaysQuiz, Wheel } from '@chuma/contract/tasks/games'
import { Button, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconConfetti, IconHelpCircle, IconLeaf, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { PremiumLock, UpgradeButton } from '../premium/premium-offer.tsx'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { formatPoints } from '../ui/figures/amount.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Panel } from '../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../ui/states/states.tsx'
import { PointsAmount, useDescribePoints } from '../wallet/movements.tsx'
import { inHundredths } from './game-switch.tsx'
import quizScoreClasses from './games-tab.module.css'
import wheelFaceClasses from './games-tab.module.css'
import quizClasses from './quiz/quiz.module.css'
import { optionsOf, QuizRun } from './quiz/quiz-run.tsx'
import classes from './task-section.module.css'
import { useNoticeLapse } from './task-section.tsx'
import spinWheelClasses from './wheel/spin-wheel.module.css'
import wheelOddsClasses from './wheel/spin-wheel.module.css'
import spinOutcomeClasses from './wheel/spin-wheel.module.css'
import { middleOf, RADIUS, slicePath, toneOf, useSpin } from './wheel/wheel-geometry.ts'

/** The daily games. */
export function GamesTab({ memberId, isPremium }: { memberId: string; isPremium: boolean }) {
  return (
    <div className={classes.games}>
      <SpinWheel isPremium={isPremium} />
      <Quiz memberId={memberId} isPremium={isPremium} />
    </div>
  )
}

function Quiz({ memberId, isPremium }: { memberId: string; isPremium: boolean }) {
  const t = useT()
  if (!isPremium) return <PremiumLock title={t('quiz.lockedTitle')} text={t('quiz.lockedText')} />
  return (
    <Panel aria-labelledby="quiz-title" className={quizClasses.panel}>
      <div>
        <Title order={2} id="quiz-title">
          {t('quiz.title')}
        </Title>
        <p className={quizClasses.lead}>{t('quiz.lead')}</p>
      </div>
      <OpenQuiz memberId={memberId} />
    </Panel>
  )
}

function OpenQuiz({ memberId }: { memberId: string }) {
  const quiz = trpc.tasks.getQuiz.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  useNoticeLapse(quiz.error)
  return (
    <QueryView query={quiz} skeleton={<Skeletons count={1} height={380} />}>
      {(loaded) => <QuizOfToday quiz={loaded} memberId={memberId} />}
    </QueryView>
  )
}

function QuizOfToday({ quiz, memberId }: { quiz: TodaysQuiz; memberId: string }) {
  const t = useT()
  const [isFresh, setIsFresh] = useState(false)
  const { canTakeQuiz, questions, result, opensAgainAt } = quiz
  if (result)
    return <QuizScore result={result} questions={questions} opensAgainAt={opensAgainAt} isFresh={isFresh} />
  if (!canTakeQuiz || questions.length === 0) {
    return <EmptyState icon={<IconHelpCircle />} title={t('quiz.closedTitle')} text={t('quiz.closedText')} />
  }
  const ids = questions.map(({ id }) => id).join()
  // New questions make a new quiz, with its own draft.
  return (
    <QuizRun
      key={ids}
      questions={questions}
      draftPlace={`quiz-draft:${memberId}:${ids}`}
      onGraded={() => setIsFresh(true)}
    />
  )
}

type QuizScoreProps = {
  result: NonNullable<TodaysQuiz['result']>
  questions: QuizQuestion[]
  opensAgainAt: string
  /** Graded just now: this replaces the focused button. */
  isFresh: boolean
}

/** The graded quiz: what it earned, and each answer with the correct one. */
function QuizScore({ result, questions, opensAgainAt, isFresh }: QuizScoreProps) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  const { correct, total, pointsEarned } = result
  useEffect(() => {
    if (isFresh) title.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <>
      <div className={quizScoreClasses.score}>
        <Title
          order={3}
          ref={title}
          tabIndex={-1}
          aria-describedby="quiz-correct quiz-earned"
          className={quizScoreClasses.title ?? ''}
        >
          {t('quiz.doneTitle')}
        </Title>
        <p id="quiz-correct" className={quizScoreClasses.correct}>
          {t('quiz.score', { correct, total })}
        </p>
        <p id="quiz-earned">
          {t('quiz.earned')} <PointsAmount points={pointsEarned} signed />
        </p>
        <p className={quizScoreClasses.quiet}>
          {t('quiz.opensAgain', { time: formatDateTime(opensAgainAt) })}
        </p>
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
    <li className={quizScoreClasses.item}>
      <p className={quizScoreClasses.question}>{question.question}</p>
      <StatusBadge tone={isRight ? 'good' : 'bad'} Icon={isRight ? IconCheck : IconX}>
        {t(isRight ? 'quiz.right' : 'quiz.wrong')}
      </StatusBadge>
      <dl className={quizScoreClasses.answers}>
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

function SpinWheel({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const wheel = trpc.tasks.getWheel.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Panel aria-labelledby="wheel-title" className={spinWheelClasses.panel}>
      <div>
        <Title order={2} id="wheel-title">
          {t('wheel.title')}
        </Title>
        <p className={spinWheelClasses.lead}>{t('wheel.lead')}</p>
      </div>
      <QueryView query={wheel} skeleton={<Skeletons count={1} height={400} />}>
        {(loaded) => (
          // Remount each day, so that yesterday's win is not shown.
          <TodaysWheel key={loaded.opensAgainAt} wheel={loaded} isPremium={isPremium} />
        )}
      </QueryView>
    </Panel>
  )
}

function TodaysWheel({ wheel, isPremium }: { wheel: Wheel; isPremium: boolean }) {
  const { spin, angle, isPending, isTurning, result } = useSpin(wheel)
  const pointsWon = isTurning ? null : (result?.pointsWon ?? wheel.pointsWon)
  return (
    <>
      <div className={spinWheelClasses.beside}>
        <WheelFace segments={wheel.segments} angle={angle} isTurning={isTurning} />
        <WheelOdds wheel={wheel} />
      </div>
      <Announcement pointsWon={result?.pointsWon} />
      {pointsWon !== null ? (
        <SpinOutcome pointsWon={pointsWon} opensAgainAt={wheel.opensAgainAt} isFresh={result !== undefined} />
      ) : wheel.canSpin || isTurning ? (
        <SpinButton spin={spin} isBusy={isPending || isTurning} />
      ) : (
        <NoSpin wheel={wheel} isPremium={isPremium} />
      )}
    </>
  )
}

/** A text version of the wheel for people who cannot see it. */
function Announcement({ pointsWon }: { pointsWon: number | undefined }) {
  const t = useT()
  const describePoints = useDescribePoints()
  const amount = describePoints(pointsWon ?? 0)
  const text = pointsWon === 0 ? t('wheel.announceNothing') : t('wheel.announceWon', { amount })
  return <VisuallyHidden role="status">{pointsWon !== undefined && text}</VisuallyHidden>
}

function SpinButton({ spin, isBusy }: { spin: () => void; isBusy: boolean }) {
  const t = useT()
  return (
    // Not `disabled`, which would drop the focus during the turn.
    <Button fullWidth aria-disabled={isBusy} mod={{ disabled: isBusy }} onClick={() => !isBusy && spin()}>
      {t(isBusy ? 'wheel.turning' : 'wheel.spin')}
    </Button>
  )
}

function NoSpin({ wheel, isPremium }: { wheel: Wheel; isPremium: boolean }) {
  const t = useT()
  const describePoints = useDescribePoints()
  const amount = describePoints(Math.max(0, ...wheel.segments))
  return (
    <div className={spinWheelClasses.words}>
      <Title order={3}>{t(isPremium ? 'wheel.closedTitle' : 'wheel.lockedTitle')}</Title>
      <p>{isPremium ? t('wheel.closedText') : t('wheel.lockedText', { amount })}</p>
      {!isPremium && <UpgradeButton />}
    </div>
  )
}

/** The chance of every win, as the server draws it. Segments with the same points are one row. */
function WheelOdds({ wheel: { segments, chancePercents } }: { wheel: Wheel }) {
  const t = useT()
  const id = useId()
  return (
    <div className={wheelOddsClasses.odds}>
      <Title order={3} size="h4" id={id}>
        {t('wheel.odds')}
      </Title>
      <p className={wheelOddsClasses.quiet}>{t('wheel.oddsText')}</p>
      <table className={wheelOddsClasses.chances} aria-labelledby={id}>
        <tbody>
          {sumChances(segments, chancePercents).map(([points, percent]) => (
            <tr key={points}>
              <th scope="row">{formatPoints(t, points)}</th>
              <td>{t('wheel.chance', { percent: inHundredths(percent) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sumChances(segments: readonly number[], chancePercents: readonly number[]): [number, number][] {
  const sums = new Map<number, number>()
  for (const [index, points] of segments.entries())
    sums.set(points, (sums.get(points) ?? 0) + (chancePercents[index] ?? 0))
  return [...sums].toSorted(([one], [other]) => one - other)
}

type SpinOutcomeProps = {
  pointsWon: number
  opensAgainAt: string
  /** The wheel has just stopped: this replaces the focused button. */
  isFresh: boolean
}

/** What today's spin won, and when the next one is. */
function SpinOutcome({ pointsWon, opensAgainAt, isFresh }: SpinOutcomeProps) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) title.current?.focus({ preventScroll: true })
  }, [isFresh])
  const Icon = pointsWon > 0 ? IconConfetti : IconLeaf
  return (
    <div className={spinOutcomeClasses.words}>
      <Icon className={spinOutcomeClasses.icon} aria-hidden />
      <Title order={3} ref={title} tabIndex={-1} className={spinOutcomeClasses.title ?? ''}>
        {t('wheel.spunTitle')}
      </Title>
      {pointsWon > 0 ? (
        <p className={spinOutcomeClasses.won}>
          {t('wheel.won')} <PointsAmount points={pointsWon} size="lg" signed />
        </p>
      ) : (
        <p>{t('wheel.nothing')}</p>
      )}
      <p className={spinOutcomeClasses.quiet}>
        {t('wheel.opensAgain', { time: formatDateTime(opensAgainAt) })}
      </p>
    </div>
  )
}

const MANY = 12

type WheelFaceProps = {
  segments: number[]
  /** In degrees, clockwise. */
  angle: number
  /** Whether a new angle is animated. */
  isTurning: boolean
}

/** The wheel under its pointer, with equal segments. */
function WheelFace({ segments, angle, isTurning }: WheelFaceProps) {
  const t = useT()
  const count = segments.length
  return (
    <div className={wheelFaceClasses.frame}>
      <svg
        viewBox={`${-RADIUS - 6} ${-RADIUS - 6} ${2 * RADIUS + 12} ${2 * RADIUS + 12}`}
        className={wheelFaceClasses.wheel}
        role="img"
        aria-label={t('wheel.label', { count, fields: segments.join(', ') })}
      >
        <circle r={RADIUS + 4} className={wheelFaceClasses.rim} />
        <g
          className={wheelFaceClasses.disc}
          data-turning={isTurning || undefined}
          style={{ transform: `rotate(${angle}deg)` }}
        >
          {segments.map((points, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position; two may have the same points
            <g key={index} data-tone={toneOf(index, count)} className={wheelFaceClasses.slice}>
              <path d={slicePath(index, count)} />
              <text
                y={-RADIUS * 0.72}
                transform={`rotate(${middleOf(index, count)})`}
                className={wheelFaceClasses.points}
                data-many={count > MANY || undefined}
              >
                {points}
              </text>
            </g>
          ))}
        </g>
        <circle r={13} className={wheelFaceClasses.hub} />
        <path d="M -9 -105 L 9 -105 L 0 -86 Z" className={wheelFaceClasses.pointer} />
      </svg>
    </div>
  )
}
