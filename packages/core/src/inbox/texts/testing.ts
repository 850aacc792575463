import { randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import type { TextRef } from '@chuma/db/queries/texts'
import { createTestDeps, createTextCapture, givenMember, readRow, testSecrets } from '../../testing.ts'
import { hashRecipient } from './receive-report.ts'
import type { TextOutcome } from './sms.ts'
import { textOnce } from './text-once.ts'

const number = '254712345678'

export const composed = { to: number, text: '123456', recipientHash: hashRecipient(testSecrets, number)[0] }

type Given = { outcome?: TextOutcome | null }

/** Create a text after one run of its job. `outcome` null: the worker dies before the provider answers. */
export async function givenText(db: Db, { outcome }: Given = {}): Promise<TextRef> {
  const { memberId } = await givenMember(db)
  const ref = { memberId, textId: randomUUID() }
  const { sms } = createTextCapture(outcome ? [outcome] : [])
  const dying = {
    ...sms,
    transport: { provider: 'captured' as const, send: () => Promise.reject(new Error('killed')) },
  }
  const deps = createTestDeps(db, { sms: outcome === null ? dying : sms })
  await Promise.allSettled([
    textOnce(deps, { ...ref, kind: 'destination-code', compose: async () => composed }),
  ])
  return ref
}

export function getText(db: Db, { memberId, textId }: TextRef) {
  return readRow(db, 'smsDelivery', ['state', 'problem', 'lastError', 'providerId', 'cost', 'attempts'], {
    memberId,
    textId,
  })
}
