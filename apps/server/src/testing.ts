import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { logInStaff } from '@chuma/core/admin/staff/own-staff-account'
import { openSession } from '@chuma/core/auth/log-in'
import { hashToken } from '@chuma/core/auth/sessions'
import type { Caller } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import { givenPremiumMember } from '@chuma/core/tasks/testing'
import { createMailCapture, createTestDeps, givenMember } from '@chuma/core/testing'
import { createDb } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import type { FastifyInstance, InjectOptions } from 'fastify'
import superjson from 'superjson'
import { type AppOptions, buildApp } from './app.ts'
import type { Env } from './env.ts'
import { watchAnswers } from './openapi/testing.ts'
import { connectPostbacks } from './providers/open-installation.ts'
import { connectWebhooks } from './webhooks/webhooks.ts'

const visitor: Caller = { member: null, staff: null, apiKey: null, address: null, userAgent: null }

/**
 * Create the whole HTTP surface on a real database, without listening. The app has the rights of the server's role, `db` those of
 * the owner. Mails are collected in `sent`. `isDamaged`: the test changes the ledger as nobody can.
 */
export async function createTestApp(
  replaced: Partial<Deps> = {},
  { isDamaged = false, trustProxy = false }: { isDamaged?: boolean; trustProxy?: Env['trustProxy'] } = {},
) {
  const { db, url, serverUrl, close } = await createTestDb({ max: 10, isDamaged })
  const served = createDb(serverUrl, { max: 10 })
  const { mail, sent } = createMailCapture()
  const deps = createTestDeps(served, {
    mail,
    postbacks: connectPostbacks('http://localhost:3000'),
    webhooks: connectWebhooks({ allowsLoopback: false }),
    ...replaced,
  })
  const apps: FastifyInstance[] = []
  const open = async (options: Partial<AppOptions> = {}) => {
    const opened = await buildApp({
      deps,
      publicUrl: 'http://localhost:3000',
      webRoot: '/nonexistent',
      demoLogin: null,
      trustProxy: false,
      // A suite sends more calls in a minute than any network.
      callsPerMinute: 1_000_000,
      paces: null,
      ...options,
    })
    watchAnswers(opened)
    apps.push(opened)
    return opened
  }
  const app = await open({ trustProxy })
  return {
    app,
    /** Builds another surface with these options, which closes with the test app. */
    open,
    db,
    url,
    serverUrl,
    deps,
    sent,
    close: async () => {
      try {
        for (const each of apps) await each.close()
      } finally {
        await served.destroy()
        await close()
      }
    },
    /** A verified member who is signed in. */
    member: async ({
      premium = false,
      ...options
    }: {
      points?: number
      premium?: boolean
      email?: string
    } = {}) => {
      const given = { ...options, isSignedIn: false }
      const member = await (premium ? givenPremiumMember : givenMember)(db, given)
      const { token } = await db
        .transaction()
        .execute((trx) => openSession(trx, visitor, { memberId: member.memberId }))
      return { ...member, token, tokenHash: hashToken(token) }
    },
    /** An owner who is signed in on the staff side. */
    owner: async (username: string) => {
      await createStaff(deps, { username, password: 'a-long-staff-password', role: 'owner' })
      return logInStaff(deps, visitor, { username, password: 'a-long-staff-password' })
    },
  }
}

export type RestCall = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: unknown }
export type TrpcCall = { type: 'query' | 'mutation' | 'subscription'; path: string; input?: unknown }

const authorization = (token: string | undefined) => (token ? { authorization: `Bearer ${token}` } : {})

/** The target of calls: an app that does not listen, or anything that answers like one. */
export type Doors = { inject: (call: InjectOptions) => Promise<Answer> }
type Injected = Awaited<ReturnType<FastifyInstance['inject']>>
type Answer = Pick<Injected, 'statusCode' | 'headers' | 'body' | 'json'> & Partial<Pick<Injected, 'stream'>>

export async function callRest(app: Doors, token: string | undefined, call: RestCall) {
  const response = await app.inject({
    method: call.method,
    url: call.url,
    headers: {
      ...authorization(token),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  })
  const isJson = response.headers['content-type']?.toString().startsWith('application/json')
  return { status: response.statusCode, body: isJson ? response.json() : response.body }
}

/** Return the answer as REST writes it, with only an error's own fields; of a stream, its first event. */
export async function callTrpc(app: Doors, token: string | undefined, call: TrpcCall) {
  if (call.type === 'subscription') return beginStream(app, token, call.path)
  const input = call.input === undefined ? undefined : JSON.stringify({ json: call.input })
  const response = await app.inject(
    call.type === 'query'
      ? {
          method: 'GET',
          url: `/trpc/${call.path}${input ? `?input=${encodeURIComponent(input)}` : ''}`,
          headers: authorization(token),
        }
      : {
          method: 'POST',
          url: `/trpc/${call.path}`,
          headers: { ...authorization(token), 'content-type': 'application/json' },
          payload: input ?? '',
        },
  )
  const { result, error } = response.json()
  if (error) {
    const { appCode, fieldErrors } = error.json.data
    return { status: response.statusCode, body: { code: appCode, message: error.json.message, fieldErrors } }
  }
  return { status: response.statusCode, body: JSON.parse(JSON.stringify(superjson.deserialize(result.data))) }
}

/** Read a stream up to its first event and leave it, as a closed page does: nobody has more than a few open. */
async function beginStream(app: Doors, token: string | undefined, path: string) {
  const leaving = new AbortController()
  const answer = await app.inject({
    url: `/trpc/${path}`,
    headers: { ...authorization(token), accept: 'text/event-stream' },
    payloadAsStream: true,
    signal: leaving.signal,
  })
  try {
    return await readFirstEvent(answer)
  } finally {
    leaving.abort()
  }
}

async function readFirstEvent(answer: Answer) {
  let text = ''
  for await (const chunk of answer.stream?.() ?? []) {
    text += chunk
    const error = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1]
    if (error) {
      const { message, data } = JSON.parse(error).json
      const body = { code: data.appCode, message, fieldErrors: data.fieldErrors }
      return { status: data.httpStatus, body }
    }
    const data = /^data: (\{"json".*)$/m.exec(text)?.[1]
    if (data) return { status: answer.statusCode, body: superjson.parse(data) }
  }
  return { status: answer.statusCode, body: text }
}
