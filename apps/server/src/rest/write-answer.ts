import type { FastifySchemaCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type * as z from 'zod'

type Route = Parameters<FastifySchemaCompiler<z.ZodType>>[0]

/**
 * Writes what an answer's schema lets through, and nothing else. Answers have no transforms, so they are read forwards: the
 * library's own compiler would encode them, and for that zod reads each number and each id twice.
 */
export const writeAnswer = ({ schema, method, url }: Pick<Route, 'schema' | 'method' | 'url'>) => {
  return (answer: unknown): string => {
    const { success, data, error } = schema.safeParse(answer)
    if (!success) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(data)
  }
}
