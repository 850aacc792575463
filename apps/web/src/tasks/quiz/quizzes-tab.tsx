import { IconAlertTriangle } from '@tabler/icons-react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { GameSwitch } from '../game-switch.tsx'
import classes from '../games.module.css'
import { QuestionFiles } from './question-files.tsx'
import { QuestionList } from './question-list.tsx'

/** SPEC §2, admin dashboard: the daily quiz and its questions. */
export function QuizzesTab() {
  const t = useT()
  const mayManage = useMay('catalogue:manage')
  const query = trpc.admin.getGames.useQuery(undefined, { staleTime: 0 })
  return (
    <>
      <Section title={t('quizzesTab.quiz')}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={90} />}>
          {(games) => {
            const { questionsPerDay, activeQuestions, pointsPerCorrect, maxPoints } = games.quiz
            return (
              <>
                <GameSwitch game="quiz" games={games} />
                <p className={blocks.flush}>
                  {t('quizzesTab.quizText', {
                    questions: questionsPerDay,
                    active: activeQuestions,
                    points: formatPoints(t, pointsPerCorrect),
                    most: formatPoints(t, maxPoints),
                  })}
                </p>
                {activeQuestions < questionsPerDay && (
                  <p className={classes.warning}>
                    <IconAlertTriangle aria-hidden size={20} />
                    {t('quizzesTab.few')}
                  </p>
                )}
              </>
            )
          }}
        </QueryView>
      </Section>
      <QuestionList mayManage={mayManage} />
      {mayManage && <QuestionFiles />}
    </>
  )
}
