import { type Challenge, solveChallenge } from 'altcha-lib'

// altcha-lib's own key derivation is for Node; this is the same with the browser's.
async function deriveKey(
  { cost, keyLength }: Challenge['parameters'],
  salt: Uint8Array,
  password: Uint8Array,
) {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(password), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations: cost }
  return { derivedKey: new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)) }
}

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  postMessage(solution && btoa(JSON.stringify({ challenge, solution })))
})
