import type { Language } from '@chuma/contract/languages'
import { preferLanguage } from '@chuma/core/language/prefer-language'
import type { FastifyRequest } from 'fastify'

/** For a caller that is not identified, only the browser's languages are known. */
export function languageOf({ caller, headers }: FastifyRequest): Language | undefined {
  return caller ? caller.language : preferLanguage(headers['accept-language'])
}
