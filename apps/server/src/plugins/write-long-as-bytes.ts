import fp from 'fastify-plugin'

/** Characters from which it pays. */
const LONG = 16_384

/**
 * A long answer goes to the socket as bytes. Node would make room for three times the characters of a text each time, which
 * the system hands out and takes back page by page: a list of 200 surveys took a quarter more of the processor to write.
 */
export const writeLongAsBytes = fp(async (app) => {
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' && payload.length >= LONG ? Buffer.from(payload) : payload,
  )
})
