import { DEMO_MEMBERS, DEMO_SECOND_STAFF, DEMO_STAFF } from '@chuma/core/demo/seed-demo'
import type { Env } from './env.ts'
import { announceProgress } from './progress.ts'

type SetUp = { path: string; expiresAt: Date }

type Printed = { setUp: SetUp | null; reportToken: string }

/** Print the few lines that someone who has just started the server needs. */
export function printBanner(env: Env, { setUp, reportToken }: Printed): void {
  const local = `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  const lines: [string, string][] = [
    ['Chuma', env.PUBLIC_URL ? `${env.publicUrl} (listening on ${local})` : env.publicUrl],
  ]
  if (env.demo) {
    const [first] = DEMO_MEMBERS
    lines.push(
      ['members', `${DEMO_MEMBERS.map((member) => member.email).join(', ')} — password ${first.password}`],
      [
        'admin',
        `${env.publicUrl}/admin-login — ${DEMO_STAFF.username} or ${DEMO_SECOND_STAFF.username} / ${DEMO_STAFF.password}`,
      ],
      ['mailbox', `${env.publicUrl}/dev/mailbox`],
    )
  }
  if (setUp) lines.push(['set up', sayLink(env.publicUrl, setUp)])
  // The operator enters it at the provider. It opens nothing: with it someone could only report on texts whose ids they know.
  if (env.smsProvider === 'africastalking')
    lines.push(['reports', `${env.publicUrl}/hooks/sms/${reportToken} (delivery reports of texts)`])
  const body = lines.map(([name, text]) => `  ${name.padEnd(8)}  ${text}`).join('\n')
  announceProgress(1)
  process.stdout.write(`\n${body}\n\n`)
}

/** Say where a new installation is set up. The link works once and dies early, because logs live long. */
export function sayLink(publicUrl: string, { path, expiresAt }: SetUp): string {
  const time = expiresAt.toISOString().slice(0, 16).replace('T', ' ')
  return `${publicUrl}${path} (works once, until ${time} UTC)`
}
