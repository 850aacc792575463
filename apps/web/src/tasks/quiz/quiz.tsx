import type { Quiz as TodaysQuiz } from '@chuma/contract/tasks/games'
import { Title } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { PremiumLock } from '../../premium/premium-lock.tsx'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useNoticeLapse } from '../use-notice-lapse.ts'
import classes from './quiz.module.css'
import { QuizRun } from './quiz-run.tsx'
import { QuizScore } from './quiz-score.tsx'

type Props = { memberId: string; isPremium: boolean }

export function Quiz({ memberId, isPremium }: Props) {
  const t = useT()
  if (!isPremium) return <PremiumLock title={t('quiz.lockedTitle')} text={t('quiz.lockedText')} />
  return (
    <Panel aria-labelledby="quiz-title" className={classes.panel}>
      <div>
        <Title order={2} id="quiz-title">
          {t('quiz.title')}
        </Title>
        <p className={classes.lead}>{t('quiz.lead')}</p>
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
