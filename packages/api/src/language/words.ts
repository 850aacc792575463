import type { ErrorBody, Failure, FieldErrors } from '@chuma/contract/errors'
import type { Language } from '@chuma/contract/platform'
import type { FieldProblems, Problem } from '@chuma/contract/problems'
import type { Notice } from '@chuma/core/notice'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { catalogues } from './catalogues.ts'

/** Undefined: an unknown language, which falls back to English. */
type Reader = Language | undefined
type Kind = keyof (typeof catalogues)['en']

const FORMATS = {
  /** A business day, independent of the server's time zone. */
  day: { dateStyle: 'long', timeZone: 'UTC' },
  dollars: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
} as const

/** Compiled at start: a broken message stops the program there, not in the middle of an answer. */
const translators = { en: createTranslator('en'), sw: createTranslator('sw') }

function createTranslator(language: Language) {
  const compiled = Object.entries(catalogues[language]).flatMap(([kind, texts]) =>
    Object.entries(texts).map(([code, text]) => [`${kind}.${code}`, compileMessageOrThrow(text)]),
  )
  const messages = { [language]: Object.fromEntries(compiled) }
  return setupI18n({ locale: language, locales: `${language}-KE`, messages })
}

function say(reader: Reader, kind: Kind, { code, params }: { code: string; params: object }): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    // A choice by a value that can be missing has a case for it.
    Array.isArray(value) ? value.join(', ') : (value ?? 'none'),
  ])
  const translator = translators[reader ?? 'en']
  return translator._(`${kind}.${code}`, Object.fromEntries(values), { formats: FORMATS })
}

/** Describe a failed call for both tRPC and REST. `failure` is null if the failure is our own fault. */
export function describeFailure(reader: Reader, failure: Failure | null): ErrorBody {
  if (!failure) {
    return { code: null, message: say(reader, 'error', { code: 'OUR_FAULT', params: {} }), fieldErrors: null }
  }
  const { fields, first = firstOf(fields) } = failure.code === 'INVALID_INPUT' ? failure.params : {}
  return {
    code: failure.code,
    message: first ? sayProblem(reader, first) : sayFailure(reader, failure),
    fieldErrors: fields ? sayFields(reader, fields) : null,
    ...('ways' in failure.params ? { ways: failure.params.ways } : {}),
    ...(failure.code === 'APPROVAL_PENDING' && failure.params),
  }
}

/** Of an input without a rule of its own: the first refused field, in the order of its form. */
const firstOf = (fields: FieldProblems | undefined) => Object.values(fields ?? {})[0]?.[0]

export const sayFailure = (reader: Reader, failure: Failure) => say(reader, 'error', failure)
export const sayProblem = (reader: Reader, problem: Problem) => say(reader, 'problem', problem)
export const sayNotice = (reader: Reader, notice: Notice) => say(reader, 'notice', notice)

function sayFields(reader: Reader, fields: FieldProblems): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [
      field,
      problems.map((problem) => sayProblem(reader, problem)),
    ]),
  )
}

/** The example of an answer whose message this notice is, in English. */
export const showNotice = (notice: Notice) => ({ answer: { message: sayNotice('en', notice) } })
