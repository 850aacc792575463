import { errorTable } from '@chuma/contract/errors'
import type { Language } from '@chuma/contract/languages'
import { swahiliErrors } from './swahili-errors.ts'
import { swahiliPhrases } from './swahili-phrases.ts'

const PLACE = /\{(\w+)\}/g

const exact = new Map<string, string>(
  Object.entries(swahiliPhrases).filter(([english]) => !english.includes('{')),
)
for (const [code, { message }] of Object.entries(errorTable)) {
  exact.set(message, swahiliErrors[code as keyof typeof errorTable])
}

/** `At most {count} characters` in its parts: the words between the places, and the places' names. */
const patterns = Object.entries(swahiliPhrases)
  .filter(([english]) => english.includes('{'))
  .map(([english, swahili]) => {
    const parts = english.split(PLACE)
    return {
      words: parts.filter((_part, index) => index % 2 === 0),
      names: parts.filter((_part, index) => index % 2 === 1),
      swahili,
    }
  })

/**
 * A sentence of the server in the reader's language. What is no sentence of ours stays as it is: it is somebody's own
 * words, or a name.
 */
export function translateText(language: Language | undefined, text: string): string {
  if (language !== 'sw' || text.length > 1000) return text
  const known = exact.get(text)
  if (known !== undefined) return known
  for (const { words, names, swahili } of patterns) {
    const values = readValues(words, text)
    if (values)
      return swahili.replace(PLACE, (_place, name: string) => nameDay(values[names.indexOf(name)] ?? ''))
  }
  return text
}

/** What stands between the words, when the text is these words and something in each place; otherwise undefined. */
function readValues(words: string[], text: string): string[] | undefined {
  const [first = '', ...others] = words
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const word of others) {
    const at = text.indexOf(word, from + 1)
    if (at < 0) return undefined
    values.push(text.slice(from, at))
    from = at + word.length
  }
  const end = text.length - last.length
  return end > from ? [...values, text.slice(from, end)] : undefined
}

/** `21 November 2026`, which is how the server names a day. */
function nameDay(value: string): string {
  if (!/^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(value)) return value
  const day = new Date(`${value} UTC`)
  return Number.isNaN(day.getTime())
    ? value
    : new Intl.DateTimeFormat('sw-KE', { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
