import type { FactorOwner } from '@chuma/db/queries/admin/second-factors'
import { requireNewStaffAccount, type StaffActor } from '../../admin/staff/require-staff.ts'
import type { Caller } from '../../caller.ts'
import { staffOwner } from '../step-up/factor-holder.ts'

/** A signed-in account that can have passkeys: of the staff, or a member's. */
export type PasskeyHolder = StaffActor & {
  owner: FactorOwner
  /** The account's name in the authenticator. */
  label: string
  sessionHash: Buffer
  /** Their passkeys are a second factor too. */
  isOnStaff: boolean
  isSecondFactorOn: boolean
}

/** @throws AppError NOT_SIGNED_IN; FORBIDDEN for an API key */
export function requirePasskeyHolder(caller: Caller): PasskeyHolder {
  if (caller.member) {
    const { memberId, email, tokenHash, staffSide } = caller.member
    return {
      owner: memberOwner(memberId),
      label: email,
      name: `member:${memberId}`,
      address: caller.address,
      sessionHash: tokenHash,
      isOnStaff: staffSide !== undefined,
      isSecondFactorOn: staffSide?.isSecondFactorOn ?? false,
    }
  }
  const { staffId, username, tokenHash, name, address, isSecondFactorOn } = requireNewStaffAccount(caller)
  return {
    owner: staffOwner(staffId),
    label: username,
    name,
    address,
    sessionHash: tokenHash,
    isOnStaff: true,
    isSecondFactorOn,
  }
}

export const memberOwner = (memberId: string): FactorOwner => ({ kind: 'member', id: memberId })

/** How authenticators name the owner of a passkey: 128 random bits, which say nothing about them. */
export const toUserHandle = ({ id }: FactorOwner): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** Whom a user handle names. One that we did not make names nobody. */
export function ownerOfHandle(userHandle: string): FactorOwner {
  const hex = Buffer.from(userHandle, 'base64url').toString('hex').padEnd(32, '0').slice(0, 32)
  return memberOwner(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}
