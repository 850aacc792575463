import type { Deps } from '../../deps.ts'

/**
 * Whether staff look at this withdrawal although nothing speaks against it. Drawn by a keyed hash of its id: nobody without the key can
 * foresee it, and evaluating it again draws the same.
 */
export function isSample(
  { secrets }: Pick<Deps, 'secrets'>,
  withdrawalId: string,
  samplePercent: number,
): boolean {
  const [hash] = secrets.hash('automatic-payout-sample', withdrawalId)
  return hash.readUInt32BE() / 2 ** 32 < samplePercent / 100
}
