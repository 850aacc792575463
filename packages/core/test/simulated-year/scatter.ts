/** A number from 0 to 1 that belongs to this person and day, and does not depend on the people drawn before. */
export function scatter(salt: number, day: number): number {
  let mixed = Math.imul(salt ^ (day * 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
