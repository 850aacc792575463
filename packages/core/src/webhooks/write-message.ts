/** The version of `data`. A new field does not change it; a removed field, or one with a new meaning, does. */
const VERSION = 1

type Event = { type: string; occurredAt: Date; data: object }

/** Write the message for receivers: the same bytes for every attempt and replay. */
export function writeMessage({ type, occurredAt, data }: Event): string {
  return JSON.stringify({ type, version: VERSION, timestamp: occurredAt.toISOString(), data })
}
