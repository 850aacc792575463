/** A statement that removes this many is over before anybody notices that he waited for it. */
const AT_ONCE = 1000

/** Removes what is old enough, a batch a statement, each with its own commit. `forget` answers how many it removed. */
export async function forgetInBatches(
  forget: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  while (((await forget(AT_ONCE)).numAffectedRows ?? 0n) >= AT_ONCE);
}
