import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino'
import { describeUrl } from './logging/describe-url.ts'
import { openOutput } from './logging/open-output.ts'

const STANDARD_OUTPUT = 1

/** Create a logger of JSON lines with request ids. Tokens, passwords and links never reach them. */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  traceId?: () => string | undefined,
) {
  const options: LoggerOptions = {
    level,
    ...(traceId ? { mixin: () => sayTrace(traceId()) } : {}),
    hooks: {
      // Fastify writes the address of a request into some of its own messages.
      logMethod(args, method) {
        const [about, message = messageOf(about), ...rest] = args
        if (typeof about === 'string') method.apply(this, [withoutAddresses(about), message, ...rest])
        else method.apply(this, [about, message && withoutAddresses(message), ...rest])
      },
    },
    redact: { paths: ['req.headers', 'headers.authorization', '*.password', '*.token'], remove: true },
    serializers: {
      err: (error: Error) => {
        // A database error carries its whole connection, and its detail quotes the refused row. The packet is a request that
        // could not be read, with its headers, and the input an address that could not be.
        const {
          client: _,
          detail: __,
          where: ___,
          rawPacket: ____,
          input: _____,
          ...rest
        } = stdSerializers.err(error)
        const hide = quotesInput(error) ? withoutQuotes : withoutAddresses
        return { ...rest, message: hide(rest.message), stack: hide(rest.stack) }
      },
      req: (request: FastifyRequest) => ({
        id: request.id,
        method: request.method,
        url: describeUrl(request),
        address: request.ip,
      }),
    },
  }
  return pino(options, destination ?? openOutput(STANDARD_OUTPUT))
}

/** Links a log line to the spans of the same request. */
function sayTrace(traceId: string | undefined) {
  return traceId ? { traceId } : {}
}

/** PostgreSQL's class 22: the message repeats the value that it could not read. */
function quotesInput(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '"…"')
}

function withoutAddresses(text: string): string {
  if (!text.includes('"/')) return text
  return text.replaceAll(/"(\/[^"\s]*)"/g, (_, url: string) => `"${describeUrl({ url })}"`)
}

/** What pino writes if a line has no message of its own. */
function messageOf(about: unknown): string | undefined {
  const error = about instanceof Error ? about : (about as { err?: unknown } | null)?.err
  return error instanceof Error ? error.message : undefined
}
