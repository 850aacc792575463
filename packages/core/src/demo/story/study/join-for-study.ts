import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'
import type { World } from '../world.ts'
import type { Respondent } from './respondents.ts'

const DAY_MINUTES = 24 * 60
const DEVICES = ['Chrome on Android', 'Chrome on Android', 'Opera on Android', 'Safari on iPhone']

/** Give a respondent an account and the session in which they answered. */
export function joinForStudy(
  { rows, passwordHash }: World,
  random: Random,
  { memberId, email, firstName, lastName, language, joinedAt, startedAt }: Respondent,
): void {
  rows.member.push({
    memberId,
    email,
    firstName,
    lastName,
    country: 'Kenya',
    passwordHash,
    emailVerifiedAt: later(joinedAt, random.between(1, 40)),
    premiumUntil: null,
    premiumCancelledAt: null,
    premiumRemindedUntil: null,
    createdAt: joinedAt,
    suspendedAt: null,
    suspensionReason: null,
    deletionDueAt: null,
    erasedAt: null,
  })
  rows.emailOwner.push({ email, memberId })
  rows.memberSettings.push({
    memberId,
    language,
    theme: 'auto',
    mailsPayouts: true,
    mailsSignIns: true,
    analyticsConsent: false,
    analyticsConsentAt: later(joinedAt, 2),
  })
  rows.memberTerms.push({
    memberId,
    version: TERMS_IN_FORCE.version,
    how: 'sign-up',
    seenAt: joinedAt,
    acceptedAt: joinedAt,
  })
  rows.session.push({
    memberId,
    tokenHash: random.bytes(32),
    sessionId: random.uuid(),
    createdAt: startedAt,
    lastSeenAt: startedAt,
    expiresAt: later(startedAt, 180 * DAY_MINUTES),
    address: `105.16${random.between(0, 3)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    userAgent: random.pick(DEVICES),
  })
}
