const KEYS = { member: 'userDevice', staff: 'adminDevice' } as const
type Side = keyof typeof KEYS

/**
 * What a log-in sends so that strangers' guesses at the account do not delay it. The token stays after a log-out: it opens
 * nothing, and only the account's own log-ins go by it.
 */
export function knownDevice(side: Side): { rememberDevice: true; deviceToken?: string } {
  const deviceToken = localStorage.getItem(KEYS[side])
  return { rememberDevice: true, ...(deviceToken ? { deviceToken } : {}) }
}

/** Keep the token of an answer, if the server gave one. */
export function keepDevice(side: Side, { deviceToken }: { deviceToken?: string | undefined }): void {
  if (deviceToken) localStorage.setItem(KEYS[side], deviceToken)
}
