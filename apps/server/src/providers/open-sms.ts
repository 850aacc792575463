import type { Deps } from '@chuma/core/deps'
import type { TextTransport } from '@chuma/core/inbox/texts/sms'
import type { Db } from '@chuma/db/client'
import { insertCapturedText } from '@chuma/db/queries/texts'
import { readReport } from '@chuma/sms/reports'
import { writeCodeText } from '@chuma/sms/texts'
import { createAfricasTalkingTransport, createCaptureTransport } from '@chuma/sms/transport'
import type { Env } from '../env.ts'
import { type Tracing, traceFetch } from '../tracing/tracing.ts'

/** Open the configured provider of texts; captured ones are stored in the database, where /dev/mailbox shows them. */
export function openSms(env: Env, { db, tracing }: { db: Db; tracing?: Tracing | undefined }): Deps['sms'] {
  return { transport: openTransport(env, { db, tracing }), writeCode: writeCodeText, readReport }
}

function openTransport(
  env: Env,
  { db, tracing }: { db: Db; tracing: Tracing | undefined },
): TextTransport | null {
  if (env.smsProvider === 'off') return null
  if (env.smsProvider === 'captured') return createCaptureTransport((text) => insertCapturedText(db, text))
  return createAfricasTalkingTransport({
    // env.ts has checked that both are set.
    username: env.AFRICASTALKING_USERNAME ?? '',
    apiKey: env.AFRICASTALKING_API_KEY ?? '',
    sender: env.AFRICASTALKING_SENDER,
    baseUrl: env.AFRICASTALKING_BASE_URL,
    ...(tracing ? { fetch: traceFetch(tracing, 'SMS') } : {}),
  })
}
