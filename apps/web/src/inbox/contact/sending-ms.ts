/** SPEC §9: a faster answer waits this long, so that "Sending..." can be read. */
export const SENDING_MS = 1000
