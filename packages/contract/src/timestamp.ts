import * as z from 'zod'

/** A `Date` for the server, ISO 8601 text in UTC for every caller. */
export const timestamp = z.codec(z.date(), z.string().meta({ format: 'date-time' }), {
  decode: (moment) => moment.toISOString(),
  encode: (text) => new Date(text),
})

/** What a use case returns for a schema, before its timestamps become text. */
export type Answer<Schema extends z.ZodType> = z.input<Schema>
