import type { QuizOptionKey, QuizQuestion } from '@chuma/contract/tasks/games'

export function optionsOf(question: QuizQuestion): { key: QuizOptionKey; text: string }[] {
  return [
    { key: 'A', text: question.optionA },
    { key: 'B', text: question.optionB },
    { key: 'C', text: question.optionC },
    { key: 'D', text: question.optionD },
  ]
}
