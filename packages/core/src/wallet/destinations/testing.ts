import type { Db } from '@chuma/db/client'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { TextOutcome } from '../../inbox/texts/sms.ts'
import { createTestDeps, createTextCapture } from '../../testing.ts'
import { requestCode, sendCode } from './codes.ts'

let numbers = 10_000_000
/** A number that no other test uses. */
export const newNumber = () => `2547${String(numbers++)}`

export function createCodeDeps(db: Db, replaced: Partial<Deps> = {}, outcomes: readonly TextOutcome[] = []) {
  const { sms, sent } = createTextCapture(outcomes)
  return { deps: createTestDeps(db, { sms, ...replaced }), sent }
}

/** Run the jobs of the member's newest request. */
export async function runCodeJob(deps: Deps, memberId: string) {
  const { codeId } = await deps.db
    .selectFrom('destinationCode')
    .select('codeId')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  await sendCode(deps, { memberId, codeId })
  return { codeId }
}

/** A code that was asked for and texted. */
export async function givenCode(
  deps: Deps,
  member: SignedInMember,
  request: { mpesaNumber: string; address: string | null },
): Promise<{ codeId: string }> {
  await requestCode(deps, member, request)
  return runCodeJob(deps, member.memberId)
}

/** Ask for a code and read it from the text. */
export async function receiveCode(
  { deps, sent }: ReturnType<typeof createCodeDeps>,
  member: SignedInMember,
  mpesaNumber: string,
): Promise<string> {
  await requestCode(deps, member, { mpesaNumber, address: null })
  await runCodeJob(deps, member.memberId)
  return sent.at(-1)?.text.slice(0, 6) ?? ''
}

/** Let a minute's pause between codes pass, or more. */
export async function letCodesPass(db: Db, seconds = 61): Promise<void> {
  const back = (time: Date) => new Date(time.getTime() - seconds * 1000)
  const buckets = await db.selectFrom('throttle').select(['bucket', 'expiresAt', 'blockedUntil']).execute()
  for (const { bucket, expiresAt, blockedUntil } of buckets) {
    await db
      .updateTable('throttle')
      .set({ expiresAt: back(expiresAt), blockedUntil: back(blockedUntil) })
      .where('bucket', '=', bucket)
      .execute()
  }
}
