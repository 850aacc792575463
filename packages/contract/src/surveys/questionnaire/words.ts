import * as z from 'zod'
import { line, prose } from '../../fields.ts'
import { refuse } from '../../problems.ts'

/** A language of a questionnaire by its ISO 639 code. More than the pages have: Dholuo is `luo`. */
export const wordsLanguage = z.string().regex(/^[a-z]{2,3}$/)

const kinds = { line, prose }

/** One text in several languages, of one line or more. English is required: what is missing in another language is shown in English. */
export const words = (max: number, kind: keyof typeof kinds = 'line') =>
  z
    .record(wordsLanguage, kinds[kind](max))
    .refine((texts) => Object.hasOwn(texts, 'en'), { ...refuse('REQUIRED'), path: ['en'] })
export type Words = Readonly<Record<string, string>>

const PIPE = /\{\{\s*([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)?)\s*\}\}/gi

/** List whose answers appear in a text: `You said {{county}}` names `county`, a question, and `{{profile.county}}` what is in the profile. */
export function listPipes(texts: Words | undefined): string[] {
  const all = Object.values(texts ?? {}).flatMap((text) =>
    Array.from(text.matchAll(PIPE), ([, code]) => code ?? ''),
  )
  return [...new Set(all)]
}

/** Pick a text in a language, or else in English, with answers in the place of `{{code}}`. */
export function sayWords(texts: Words, language: string, sayAnswer: (code: string) => string): string {
  const text = (Object.hasOwn(texts, language) ? texts[language] : texts.en) ?? ''
  return text.replaceAll(PIPE, (_, code: string) => sayAnswer(code))
}
