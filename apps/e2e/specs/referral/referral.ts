import type { Page } from '@playwright/test'

export const CODE = 'KARIBU25'
type Friend = { name: string | null; state: string; reason: string | null; points: number | null }

/** Four friends, in all the ways that there are. */
export const FRIENDS: readonly Friend[] = [
  { name: 'Njeri M.', state: 'joined', reason: null, points: null },
  { name: 'Baraka K.', state: 'paid', reason: null, points: 40 },
  { name: 'Wanjiku K.', state: 'refused', reason: 'same-person', points: null },
  { name: null, state: 'refused', reason: 'friend-left', points: null },
]

/** What a server that pays for friends would say: on the one that is under test nobody is asked to invite. */
export async function openProgramme(
  page: Page,
  friends: readonly Friend[] = FRIENDS,
  maxFriends = 50,
): Promise<void> {
  await page.route(/\/trpc\/[\w.,]*(referral\.getReferral|wallet\.getTerms)/, async (route) => {
    const response = await route.fetch()
    const answers: { result: { data: { json: object; meta?: object } } }[] = await response.json()
    const procedures = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',')
    for (const [index, { result }] of answers.entries()) {
      if (procedures[index] === 'wallet.getTerms') Object.assign(result.data.json, { isReferralOpen: true })
      if (procedures[index] === 'referral.getReferral') result.data = describeReferral(friends, maxFriends)
    }
    await route.fulfill({ response, json: answers })
  })
}

function describeReferral(friends: readonly Friend[], maxFriends: number) {
  const count = (state: string) => friends.filter((friend) => friend.state === state).length
  const rows = friends.map((friend, index) => ({
    ...friend,
    id: `${index}`,
    joinedAt: '2026-03-01T09:00:00.000Z',
    settledAt: friend.state === 'joined' ? null : '2026-04-02T09:00:00.000Z',
  }))
  return {
    json: {
      isOpen: true,
      code: CODE,
      linkPath: `/signup?ref=${CODE}`,
      bonusPoints: 40,
      maxFriends,
      counts: { joined: count('joined'), paid: count('paid'), refused: count('refused') },
      friends: rows,
    },
  }
}
