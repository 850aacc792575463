/** Replaces a secret in everything shown or stored. Its length does not depend on the secret. */
export const MASK = '••••••••'
