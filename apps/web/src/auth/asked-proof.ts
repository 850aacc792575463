import type { StepUpWay } from '@chuma/contract/auth/step-up-ways'
import { useSyncExternalStore } from 'react'

type Asked = { ways: readonly StepUpWay[]; answer: (isProven: boolean) => void; answered: Promise<boolean> }

let asked: Asked | null = null
let listeners: readonly (() => void)[] = []

/** Ask the person in front of the screen. Calls that are refused together share one question. */
export function askForProof(ways: readonly StepUpWay[]): Promise<boolean> {
  if (asked) return asked.answered
  // On a page without the dialog nobody could answer.
  if (listeners.length === 0) return Promise.resolve(false)
  let answer: Asked['answer'] = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  tell({ ways, answer, answered })
  return answered
}

export function answerProof(isProven: boolean): void {
  asked?.answer(isProven)
  tell(null)
}

/** What is asked now; null: nothing. */
export function useAskedProof(): readonly StepUpWay[] | null {
  return useSyncExternalStore(subscribe, () => asked?.ways ?? null, nothing)
}

const nothing = () => null

function tell(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
    if (listeners.length === 0) answerProof(false)
  }
}
