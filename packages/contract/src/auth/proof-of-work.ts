import * as z from 'zod'

/**
 * What a caller solves: the counter for which PBKDF2-HMAC-SHA-256 of `nonce` and the counter as four bytes, with `salt` and
 * `cost` rounds, begins with `keyPrefix`. All but `cost` are in hexadecimal; altcha-lib's format.
 */
export const workChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.int(),
  }),
  signature: z.string(),
})
export type WorkChallenge = z.infer<typeof workChallenge>

/** The header `Proof-Of-Work`: this as JSON, in base64. */
export const workProof = z.object({
  challenge: workChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
