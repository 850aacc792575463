import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../../..')

export type Example = {
  /** `docs/api.md:27` */
  place: string
  language: 'sh' | 'ts'
  code: string
  /** The answer that the document shows below it. */
  shown: { language: string; text: string } | null
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm

/** Read the fenced examples of a document that call a server. None for a missing document. */
export function readExamples(file: string): Example[] {
  if (!existsSync(path.join(root, file))) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  const blocks = [...text.matchAll(FENCE)].map((match) => {
    const [whole, language = '', code = ''] = match
    return { language, code, begin: match.index, end: match.index + whole.length }
  })
  return blocks.flatMap(({ language, code, begin, end }, index) => {
    if (!callsServer(language, code)) return []
    const next = blocks[index + 1]
    const isShown = next && /^(json|text)$/.test(next.language) && text.slice(end, next.begin).trim() === ''
    const line = text.slice(0, begin).split('\n').length
    return [
      {
        place: `${file}:${line}`,
        language,
        code,
        shown: isShown ? { language: next.language, text: next.code } : null,
      },
    ]
  })
}

function callsServer(language: string, code: string): language is Example['language'] {
  return language === 'ts' || (language === 'sh' && /^\s*(\w+=\$\()?(curl|chuma) /m.test(code))
}
