import type { FieldErrors } from '@chuma/contract/errors'
import type { Language } from '@chuma/contract/languages'
import { translateText } from './translate-text.ts'

type Failure = { message: string; fieldErrors: FieldErrors | null }

export function translateFailure<F extends Failure>(language: Language | undefined, failure: F): F {
  const { message, fieldErrors } = failure
  return {
    ...failure,
    message: translateText(language, message),
    fieldErrors: fieldErrors && translateFields(language, fieldErrors),
  }
}

function translateFields(language: Language | undefined, fieldErrors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([field, messages]) => [
      field,
      messages?.map((message) => translateText(language, message)),
    ]),
  )
}

/** An answer whose `message` is for the eye has it in the reader's language; any other is as it was. */
export function translateAnswer(language: Language | undefined, answer: unknown): unknown {
  if (language !== 'sw' || typeof answer !== 'object' || answer === null) return answer
  const { message } = answer as { message?: unknown }
  return typeof message === 'string' ? { ...answer, message: translateText(language, message) } : answer
}
