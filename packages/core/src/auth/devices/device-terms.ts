/** A browser counts as known for `days` after its last log-in, and of an account's browsers the `most` last used. */
export const DEVICE_TERMS = { days: 90, most: 5 }
