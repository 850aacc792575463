import { LANGUAGES, type Language } from '@chuma/contract/platform'

/** Find our language with the highest weight in an `Accept-Language` header; undefined without a match. */
export function preferLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').slice(0, 200).toLowerCase().split(',').map(readWish)
  const [best] = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return best?.language
}

function readWish(wish: string): { language?: Language; weight: number } {
  const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim())
  const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`))
  if (!language) return { weight: 0 }
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { language, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}
