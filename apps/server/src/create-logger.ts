import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino'

/**
 * Several lines are one write: each by itself took a twelfth of the processor time of a short call. No line waits for longer
 * than this many milliseconds, and what waits at the end of the process is written then.
 */
const STANDARD_OUTPUT = { dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }

/** JSON lines with request ids. No token, password or link ever reaches them. */
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
        // A database error drags its whole connection along, and says what stands in the row that it refuses.
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

/** By it a line is found beside the spans of what it belongs to. */
function sayTrace(traceId: string | undefined) {
  return traceId ? { traceId } : {}
}

/** A payout call-back carries its secret in the path, and any page may be opened with a link's token behind it. */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/^(\/hooks\/[^/]+\/[^/]+\/).*/, '$1…')
}
