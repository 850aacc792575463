import { createFileRoute } from '@tanstack/react-router'
import { QuizzesPage } from '../../../tasks/quiz/quizzes-tab.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/quizzes')({
  staticData: { opensWith: 'admin.listQuizQuestions' },
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getGames.prefetch()]),
  component: QuizzesPage,
})
