import { randomInt } from 'node:crypto'
import type { GetReferralInput, referral } from '@chuma/contract/referral/referral'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import {
  countInvitedFriends,
  findReferralCode,
  insertReferralCode,
  listInvitedFriends,
} from '@chuma/db/queries/referral/referral'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from './is-referral-open.ts'

/** This many collisions in a row are not a coincidence. */
const TRIES = 5

/**
 * Load a member's invite code and the friends they invited. The code is created at the first request. While no bonus is
 * paid invitations are not offered, but earlier ones are still shown.
 */
export async function getReferral(
  deps: Deps,
  { memberId }: SignedInMember,
  input: GetReferralInput,
): Promise<Answer<typeof referral>> {
  const economy = await deps.economy()
  const isOpen = isReferralOpen(economy)
  const code = isOpen ? await ensureCode(deps.db, memberId) : null
  const [counts, friends] = await Promise.all([
    countInvitedFriends(deps.db, memberId),
    listInvitedFriends(deps.db, memberId, input),
  ])
  return {
    isOpen,
    code,
    linkPath: code && `/signup?ref=${code}`,
    bonusPoints: economy.referralBonusPoints,
    maxFriends: economy.referralMaxFriends,
    counts,
    friends,
  }
}

/** Of concurrent calls one creates the code, and all return it. */
async function ensureCode(db: Db, memberId: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await findReferralCode(db, memberId)
    if (code) return code
    await db.transaction().execute((trx) => insertReferralCode(trx, memberId, createReferralCode()))
  }
  // The member was erased in the meantime.
  throw new AppError('NOT_SIGNED_IN')
}

/** Without letters and digits that look alike on paper or sound alike on the phone: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const LENGTH = 8

/** Begins with a letter: routers parse `2E345678` in an address as a number. */
function createReferralCode(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => choose(LETTERS + DIGITS))
  return [choose(LETTERS), ...rest].join('')
}

function choose(from: string): string {
  return from.charAt(randomInt(from.length))
}
