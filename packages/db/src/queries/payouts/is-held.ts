import { type RawBuilder, sql } from 'kysely'

/** Whether a withdrawal is on hold, as stored. One whose time has come holds nothing, even before a worker has ended it. */
export const isHeld: RawBuilder<boolean> = sql<boolean>`exists (
  select from hold h where h.member_id = withdrawal.member_id and h.subject = 'withdrawal'
    and h.subject_id = withdrawal.withdrawal_id and h.ended_at is null and (h.until is null or h.until > now())
)`

/** The provider was busy, and the time of the next attempt has not come. */
export const isBackingOff = sql<boolean>`is_backing_off(wait_reason, waits_until)`
