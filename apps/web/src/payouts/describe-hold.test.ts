import { ACCOUNT_CHANGES } from '@chuma/contract/account/account'
import { HOLD_REASONS } from '@chuma/contract/wallet/holds'
import { expect, test } from 'vitest'
import { member as english } from '../i18n/groups/en/member.ts'
import { staff as englishStaff } from '../i18n/groups/en/staff.ts'
import { member as swahili } from '../i18n/groups/sw/member.ts'
import { staff as swahiliStaff } from '../i18n/groups/sw/staff.ts'

const texts: Record<string, string>[] = [
  { ...english, ...englishStaff },
  { ...swahili, ...swahiliStaff },
]

test.each(HOLD_REASONS)(
  '%s has a reason and an end for the member, and words for staff, in both languages',
  (reason) => {
    for (const words of texts) {
      for (const key of [`holdReason.${reason}`, `holdEnds.${reason}`, `staffHold.${reason}`])
        expect(words[key], key).toMatch(/\p{L}{3}/u)
    }
  },
)

test.each(ACCOUNT_CHANGES)('%s is named for staff in both languages', (change) => {
  for (const words of texts) expect(words[`staffHoldChange.${change}`]).toMatch(/\p{L}{3}/u)
})
