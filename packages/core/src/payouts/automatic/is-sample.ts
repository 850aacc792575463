import type { Deps } from '../../deps.ts'

type Drawn = { memberId: string; paidCount: number }

/**
 * Whether staff look at a member's next payment although nothing speaks against it. Drawn by a keyed hash: nobody without the key can
 * foresee it. One draw for each payment that a member gets, so that cancelling and asking again draws the same.
 */
export function isSample(
  { secrets }: Pick<Deps, 'secrets'>,
  { memberId, paidCount }: Drawn,
  samplePercent: number,
): boolean {
  const [hash] = secrets.hash('automatic-payout-sample', `${memberId} ${paidCount}`)
  return hash.readUInt32BE() / 2 ** 32 < samplePercent / 100
}
