import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import { useState } from 'react'

/** By question id. */
export type QuizAnswers = Record<string, QuizOptionKey>

const KEYS: ReadonlySet<unknown> = new Set<QuizOptionKey>(['A', 'B', 'C', 'D'])

export function isOptionKey(value: unknown): value is QuizOptionKey {
  return KEYS.has(value)
}

/** Chosen answers that are not submitted yet. They survive a reload, in this tab only. */
export function useQuizDraft(place: string) {
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
