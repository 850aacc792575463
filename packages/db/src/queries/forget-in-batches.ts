/** A statement that removes this many ends before a waiting caller notices. */
const AT_ONCE = 1000

/** Remove what is old enough, one batch per statement, each with its own commit. `forget` returns how many it removed. */
export async function forgetInBatches(
  forget: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  while (((await forget(AT_ONCE)).numAffectedRows ?? 0n) >= AT_ONCE);
}
