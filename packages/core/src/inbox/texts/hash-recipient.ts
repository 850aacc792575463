import type { Secrets } from '../../secrets/create-secrets.ts'

/** How a phone number is found among those that codes were asked for or texts went to. `number`: 254 and nine digits. */
export const hashRecipient = (secrets: Secrets, number: string) => secrets.hash('phone number', number)
