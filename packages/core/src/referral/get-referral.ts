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

/** So many codes in a row are not somebody else's by accident. */
const TRIES = 5

/**
 * How this member invites, and what became of whom he invited. His code is made when he first asks for it; while nothing is
 * paid nobody is asked to invite, and what was before is still shown.
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

/** Of any number at the same time one makes it, and all answer the same. */
async function ensureCode(db: Db, memberId: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await findReferralCode(db, memberId)
    if (code) return code
    await db.transaction().execute((trx) => insertReferralCode(trx, memberId, createReferralCode()))
  }
  // He was erased while he asked.
  throw new AppError('NOT_SIGNED_IN')
}

/** Without what looks alike on paper or sounds alike on the phone: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const LENGTH = 8

/** Begins with a letter: a router that reads `2E345678` in an address takes it for a number. */
function createReferralCode(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => choose(LETTERS + DIGITS))
  return [choose(LETTERS), ...rest].join('')
}

function choose(from: string): string {
  return from.charAt(randomInt(from.length))
}
