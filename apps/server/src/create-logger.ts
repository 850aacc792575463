import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino'

/**
 * Several lines share one write: a write for each took a twelfth of the processor time of a short call. No line waits longer
 * than `periodicFlush` milliseconds, and the process writes the rest as it ends.
 */
const STANDARD_OUTPUT = { dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }

/** Create a logger of JSON lines with request ids. Tokens, passwords and links never reach them. */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  traceId?: () => string | undefined,
) {
  const options: LoggerOptions = {
    level,
    ...(traceId ? { mixin: () => sayTrace(traceId()) } : {}),
    redact: { paths: ['req.headers', 'headers.authorization', '*.password', '*.token'], remove: true },
    serializers: {
      err: (error: Error) => {
        // A database error carries its whole connection, and its detail quotes the refused row.
        const { client: _, detail: __, where: ___, ...rest } = stdSerializers.err(error)
        return rest
      },
      req: (request: { id: string; method: string; url: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: withoutSecrets(request.url),
        address: request.ip,
      }),
    },
  }
  return pino(options, destination ?? pino.destination(STANDARD_OUTPUT))
}

/** Links a log line to the spans of the same request. */
function sayTrace(traceId: string | undefined) {
  return traceId ? { traceId } : {}
}

/** A payout callback has its secret in the path, and any page's address may carry the token of a link. */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/^(\/hooks\/[^/]+\/[^/]+\/).*/, '$1…')
}
