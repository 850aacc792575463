import { createDb } from '@chuma/db/client'
import Fastify from 'fastify'
import { sql } from 'kysely'

// The least that a request for money can cost: a POST whose row is durable before the response. It also accepts callbacks, and
// ignores them.
const [url = '', port = ''] = process.argv.slice(2)
const db = createDb(url, { max: 10 })
const app = Fastify()

app.post<{ Body: { memberId: string; points: number } }>('/rows', async ({ body }, reply) => {
  await sql`insert into measured_row (member_id, points) values (${body.memberId}, ${body.points})`.execute(
    db,
  )
  return reply.code(201).send(body)
})
app.post('/sink', async () => ({ ResultCode: 0 }))
app.get('/readyz', async () => ({ ok: true }))
await app.listen({ port: Number(port), host: '127.0.0.1' })

process.once('SIGTERM', async () => {
  await app.close()
  await db.destroy()
})
