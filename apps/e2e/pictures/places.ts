import path from 'node:path'

/** Every screen, kept out of git. */
export const ALL_PICTURES = path.join(import.meta.dirname, '../../../.screenshots')
/** The few that the README and the docs show. */
export const SHOWN_PICTURES = path.join(import.meta.dirname, '../../../docs/images')

/** Whose browser takes the picture. */
export type Who = 'nobody' | 'newcomer' | 'member' | 'premium' | 'staff'

/** The storage state that the `people` project writes and the `screens` project reads. */
export function placeOf(who: Who): string {
  return path.join(import.meta.dirname, '../test-results/people', `${who}.json`)
}
