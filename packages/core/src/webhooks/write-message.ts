/** Of the form of `data`. A new field is no new version; a field that goes or means something else is. */
const VERSION = 1

type Event = { type: string; occurredAt: Date; data: object }

/** What a receiver reads: the same bytes for every try and every replay. */
export function writeMessage({ type, occurredAt, data }: Event): string {
  return JSON.stringify({ type, version: VERSION, timestamp: occurredAt.toISOString(), data })
}
