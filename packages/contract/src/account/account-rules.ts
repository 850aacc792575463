/* Without zod, so that a page loads only these. */

/**
 * Every version of the terms, oldest first, with the day on which it was published. The newest is in force: a sign-up accepts
 * it, and members who accepted an earlier one are told what changed (`terms.changed.…` of the web's messages).
 */
export const TERMS_VERSIONS = [{ version: 1, from: '2026-12-01' }] as const

const [first, ...later] = TERMS_VERSIONS
type TermsVersion = (typeof TERMS_VERSIONS)[number]['version']
export const TERMS_IN_FORCE: { version: TermsVersion; from: string } = later.at(-1) ?? first

/** How long a member who asked for deletion can change their mind. */
export const DELETION_GRACE_DAYS = 14

/** With how many relatives a member can declare to share a phone. */
export const MAX_SHARING = 4
