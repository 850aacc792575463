import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino'

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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the route's parameters are secrets, so log lines never show them, whatever they look like. */
    hidesParameters?: true
  }
}

type Matched = { url?: string | undefined; config?: { hidesParameters?: true } | undefined }
type Logged = { url: string; is404?: boolean; params?: unknown; routeOptions?: Matched }

/** Ids, months and days, short numbers, and names of procedures. A token, a phone number or an address is none of these. */
const SHOWN =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d(-\d\d)?|\d{1,4}|[a-z]+(\.[a-zA-Z]+)+(,[a-z]+(\.[a-zA-Z]+)+)*)$/
/** Parts of an address without a route: the names of pages and files. */
const PART = /^[a-z][a-z-]{0,30}(\.[a-z0-9]{2,5})?$/
const HIDDEN = '…'

/**
 * Describe an address for the log by the route it matched, without its query. A parameter is shown only if it looks like an id,
 * and never on a route that hides them; an address without a route is shown only as far as it consists of plain words.
 */
export function describeUrl({ url, is404, params, routeOptions }: Logged): string {
  const pattern = routeOptions?.url
  if (is404 || !pattern || pattern.includes('*')) return describePath(url)
  const values = (params ?? {}) as Record<string, unknown>
  const isHidden = routeOptions?.config?.hidesParameters === true
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(values[name])
    return !isHidden && SHOWN.test(value) ? value : HIDDEN
  })
}

function describePath(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return path
    .split('/')
    .map((part) => (part === '' || PART.test(part) || SHOWN.test(part) ? part : HIDDEN))
    .join('/')
}

/**
 * Several lines share one write: a write for each took a twelfth of the processor time of a short call. No line waits longer
 * than `periodicFlush` milliseconds, and the process writes the rest as it ends. One write is under way at a time, so under a flood
 * lines come faster than they leave: up to `maxLength` bytes wait, and what is more is lost.
 */
const OUTPUT = {
  sync: false,
  minLength: 4096,
  periodicFlush: 250,
  maxWrite: 256 * 1024,
  maxLength: 8 * 1024 * 1024,
}

/** Write log lines to a file descriptor without waiting. Says how many lines were lost once there is room again. */
export function openOutput(dest: number, { maxLength = OUTPUT.maxLength }: { maxLength?: number } = {}) {
  const output = pino.destination({ ...OUTPUT, dest, maxLength })
  let lost = 0
  output.on('drop', () => {
    lost += 1
  })
  output.on('drain', () => {
    if (lost === 0) return
    const line = { level: 50, time: Date.now(), lost, msg: `${lost} log lines were lost: too many at once` }
    lost = 0
    output.write(`${JSON.stringify(line)}\n`)
  })
  return output
}

/**
 * Log one line per request, when it is answered, and none when it arrives: writing a line blocks everything else. The line
 * of a stream comes when it ends.
 */
export function logWhenAnswered(): LogController {
  return Object.assign(new LogController(), {
    incomingRequest: () => {},
    requestCompleted: (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) => {
      const about = { req: request, res: reply, responseTime: reply.elapsedTime }
      if (error) reply.log.error({ ...about, err: error }, 'request errored')
      else reply.log.info(about, 'request completed')
    },
  })
}
