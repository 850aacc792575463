import path from 'node:path'

/** In whose browser a picture is taken. */
export type Who = 'nobody' | 'newcomer' | 'member' | 'premium' | 'staff'

/** Where what his browser keeps lies, between the run that makes the people and the one that takes the pictures. */
export function placeOf(who: Who): string {
  return path.join(import.meta.dirname, '../test-results/people', `${who}.json`)
}
