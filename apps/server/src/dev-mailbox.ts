import type { Db } from '@chuma/db/client'
import { listCapturedMail } from '@chuma/db/queries/mail'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod'

const query = z.object({ to: z.string().max(254).optional() })
type Query = { Querystring: z.infer<typeof query> }

/** Show captured mails and texts, newest first. Registered in demo mode only. */
export const devMailbox: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  app.get<Query>('/mailbox.json', { schema: { querystring: query } }, async (request) => {
    const entries = await listCapturedMail(db, request.query.to)
    // A mail has the specified fields (SPEC §8); only a text is marked.
    return entries.map(({ isText, ...entry }) => (isText ? { ...entry, channel: 'sms' } : entry))
  })

  app.get<Query>('/mailbox', { schema: { querystring: query } }, async (request, reply) => {
    const mails = await listCapturedMail(db, request.query.to)
    return reply.type('text/html; charset=utf-8').send(renderMailbox(mails))
  })
}

type CapturedMail = Awaited<ReturnType<typeof listCapturedMail>>[number]

function renderMailbox(mails: CapturedMail[]): string {
  const items = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.isText ? 'Text' : mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time>${mail.sentAt.toISOString()}</time></p>
<pre>${linkAddresses(escapeHtml(mail.text))}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><h1>Captured mail and texts</h1>${items.join('\n') || '<p>No mail yet.</p>'}</html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function linkAddresses(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`)
}
