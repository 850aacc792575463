import { later } from '../create-calendar.ts'
import { CAMPAIGN, isCampaign, reward, type World } from '../world.ts'

/** Who invited whom, by email: one chain of five, some circles, and one who invited somebody with their own number. */
const INVITED: Record<string, string[]> = {
  'akinyi.owuor': ['njoki.mwangi', 'brian.otieno', 'joseph.kibet', 'chinedu.okafor'],
  'njoki.mwangi': ['barasa.wafula'],
  'barasa.wafula': ['atieno.okello', 'nafula.simiyu'],
  'nafula.simiyu': ['grace.akinyi'],
  'grace.akinyi': ['zawadi.mwakio', 'faith.nduku'],
  premium: ['dennis.kipchumba', 'collins.odongo', 'abdullahi.guyo', 'mariam.hamisi'],
  member: ['irene.jepkosgei', 'kelvin.odhiambo', 'beatrice.nekesa'],
}

/** Settle every invitation after the friend's first payout, as the programme stood on that day. */
export function tellReferrals(world: World): void {
  const { people, rows, random, withdrawals } = world
  const find = (name: string) => people.find(({ email }) => email === `${name}@demo.chuma`)
  for (const [name, friends] of Object.entries(INVITED)) {
    const inviter = find(name)
    for (const friend of friends.flatMap((each) => find(each) ?? [])) {
      if (!inviter || inviter.joinedAt >= friend.joinedAt) continue
      const paidAt = withdrawals
        .filter(({ person, row }) => person === friend && row.paidAt)
        .flatMap(({ row }) => row.paidAt ?? [])
        .toSorted((a, b) => a.getTime() - b.getTime())[0]
      const isOpen = paidAt !== undefined && isCampaign(world.calendar.daysAgoOf(paidAt))
      const referralId = random.uuid()
      const settledAt = paidAt ? later(paidAt, 0.1) : null
      const points = isOpen ? CAMPAIGN.bonusPoints : null
      rows.referral.push({
        memberId: inviter.memberId,
        friendId: friend.memberId,
        referralId,
        joinedAt: friend.joinedAt,
        state: paidAt ? (isOpen ? 'paid' : 'refused') : 'joined',
        reason:
          paidAt && !isOpen
            ? friends.length === 4 && friend.keenness > 0.4
              ? 'same-person'
              : 'programme-closed'
            : null,
        points,
        settledAt,
      })
      rows.referralFriend.push({ friendId: friend.memberId, memberId: inviter.memberId })
      if (!settledAt || points === null) continue
      const sourceKey = `referral:${friend.memberId}`
      reward(world, inviter, {
        at: settledAt,
        kind: 'referral',
        points,
        sourceKey,
        description: 'Invited friend',
        subjectId: referralId,
        actor: 'system',
      })
    }
  }
}
