import type { Language } from '@chuma/contract/languages'
import { preferLanguage } from '@chuma/core/language/prefer-language'
import type { FastifyRequest } from 'fastify'

/** Of a call that nobody has looked at, the browser's wish is all there is. */
export function languageOf({ caller, headers }: FastifyRequest): Language | undefined {
  return caller ? caller.language : preferLanguage(headers['accept-language'])
}
