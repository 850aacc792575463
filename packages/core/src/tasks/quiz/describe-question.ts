import type { QuizOptionKey, QuizQuestion } from '@chuma/contract/tasks/games'
import type { findTodaysQuiz } from '@chuma/db/queries/tasks/games'

type StoredQuestion = NonNullable<Awaited<ReturnType<typeof findTodaysQuiz>>>['questions'][number]

type Terms = {
  points: number
  /** Null before the member has submitted answers: until then the right answer stays on the server. */
  answers: Record<string, QuizOptionKey> | null
}

/** Describe a question for the member. */
export function describeQuestion(
  { id, question, options, correctAnswer }: StoredQuestion,
  { points, answers }: Terms,
): QuizQuestion {
  const textOf = (key: QuizOptionKey) => options.find((option) => option.key === key)?.text ?? ''
  return {
    id,
    question,
    optionA: textOf('A'),
    optionB: textOf('B'),
    optionC: textOf('C'),
    optionD: textOf('D'),
    points,
    correctAnswer: answers && correctAnswer,
    yourAnswer: answers?.[id] ?? null,
  }
}
