import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { useEffect, useState } from 'react'
import { type Answers, unsavedOf } from './answers.ts'

type Owner = { memberId: string; surveyId: string; saved: Answers }

/**
 * Input that is not saved on the server yet. It survives a reload and an expired session, in this tab and for this
 * member only: the next person on a borrowed phone must not find it.
 */
export function useDrafts({ memberId, surveyId, saved }: Owner) {
  const place = `survey-drafts:${memberId}:${surveyId}`
  const [drafts, setDrafts] = useState(() => read(place))

  const keep = (next: Answers) => {
    setDrafts(next)
    write(place, next)
  }
  // Drop a draft once the server has it. Kept longer, it would hide a later answer from another device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the saved answers decide, not what is typed
  useEffect(() => {
    const unsaved = unsavedOf(drafts, saved)
    keep(Object.fromEntries(Object.entries(drafts).filter(([id]) => Object.hasOwn(unsaved, id))))
  }, [saved])

  return {
    drafts,
    setDraft: (questionId: number, answer: AnswerValue) => keep({ ...drafts, [questionId]: answer }),
    forgetDrafts: () => keep({}),
  }
}

function read(place: string): Answers {
  try {
    const entries = Object.entries(JSON.parse(sessionStorage.getItem(place) ?? '{}') ?? {})
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, AnswerValue] =>
          ['string', 'number'].includes(typeof entry[1]) || isChosen(entry[1]),
      ),
    )
  } catch {
    return {}
  }
}

const isChosen = (value: unknown) =>
  typeof value === 'object' && value !== null && ('choices' in value || 'rows' in value)

function write(place: string, drafts: Answers): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(drafts))
  } catch {
    // If storage is full or blocked, only a reload loses the drafts.
  }
}
